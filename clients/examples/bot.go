// A bot that plays a table of Shooter against the house, to the end, without knowing the rules.
//
//	cd clients/go && go run ../examples/bot.go [http://localhost:8000]
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	leverstoke "github.com/leverstoke/leverstoke/clients/go"
)

func main() {
	server := "http://localhost:8000"
	if len(os.Args) > 1 {
		server = os.Args[1]
	}
	if err := play(context.Background(), server); err != nil {
		log.Fatal(err)
	}
}

func play(ctx context.Context, server string) error {
	options := leverstoke.ShooterOptions{Name: "Go", Bots: new(3), Target: new(5)}
	table, err := leverstoke.New(server).Shooter.Create(ctx, options)
	if err != nil {
		return err
	}
	for turn, err := range table.Turns(ctx) {
		if err != nil {
			return err
		}
		action := turn.LegalActions[0]
		if _, err := turn.Play(ctx, action); err != nil && !errors.Is(err, leverstoke.ErrStale) {
			return err
		}
		fmt.Printf("hand %d, %s: %s\n", turn.View.HandNumber, turn.View.Phase, action)
	}
	result := table.View().Result
	fmt.Printf("%s: seats %v win, scores %v\n", result.Reason, result.Winners, result.Scores)
	return nil
}
