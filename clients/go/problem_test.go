package leverstoke

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

func TestARefusalSaysWhatMayBeDoneInstead(t *testing.T) {
	seat := serve(t, refuses(409, "wrong_phase")).seat()
	_, err := seat.Trump(t.Context(), api.SuitClubs)
	var refused *ShooterRefused
	if !errors.As(err, &refused) || !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	bid, ok := refused.LegalActions[0].Value.(*api.ShooterLegalBid)
	if !ok || bid.Body.Call != api.ShooterCallPass || refused.Rule != "SH-7" || refused.Code != "wrong_phase" {
		t.Errorf("%+v", refused)
	}
}

func TestAStaleActionHasTheViewAsItIsNow(t *testing.T) {
	stale := `{"status": 412, "code": "stale_version", "title": "T", "detail": "D", "session": ` + view(9, "") + `}`
	seat := serve(t, tells(412, 9, stale)).seat()
	_, err := seat.Accept(t.Context(), IfMatch(`"8"`))
	var moved *ShooterStale
	if !errors.Is(err, ErrStale) || !errors.As(err, &moved) || moved.Session.Version != 9 {
		t.Fatal(err)
	}
	if seat.View() != moved.Session || seat.ETag() != `"9"` {
		t.Error("the seat has not seen it")
	}
}

func TestFieldsAreNamed(t *testing.T) {
	body := `{"status": 422, "code": "invalid_request", "title": "T", "detail": "D", "errors": {"players": ["Only 3 or 4."]}}`
	_, err := New(serve(t, tells(422, 0, body)).URL).Shooter.Create(t.Context(), ShooterOptions{Players: new(9)})
	var problem *Problem
	if !errors.Is(err, ErrInvalid) || !errors.As(err, &problem) || problem.Errors["players"][0] != "Only 3 or 4." {
		t.Fatal(err)
	}
	if !strings.Contains(err.Error(), "players: Only 3 or 4.") {
		t.Error(err)
	}
}

func TestWhatIsNoProblemIsOneAllTheSame(t *testing.T) {
	page := "<html>\n <h1>Bad Request</h1>" + strings.Repeat("♣", 100) + "</html>"
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, page)
	})
	_, err := server.seat().Look(t.Context(), 0)
	var problem *Problem
	if !errors.As(err, &problem) || problem.Status != 400 || problem.Title != "Bad Request" || problem.Code != "" {
		t.Fatal(err)
	}
	if !strings.HasPrefix(problem.Detail, "<html> <h1>Bad Request</h1>♣") || !strings.HasSuffix(problem.Detail, "♣…") {
		t.Error(problem.Detail)
	}
}

func TestAnAnswerThatIsNotJSONIsAnError(t *testing.T) {
	if _, err := serve(t, tells(200, 1, "<html>")).seat().Look(t.Context(), 0); err == nil {
		t.Error("it was read")
	}
}
