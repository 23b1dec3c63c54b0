module github.com/leverstoke/leverstoke/clients/go

go 1.26
