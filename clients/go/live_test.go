package leverstoke

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// live is a client of the server that LEVERSTOKE names; without it the test is skipped.
func live(t *testing.T) *Client {
	t.Helper()
	server := os.Getenv("LEVERSTOKE")
	if server == "" {
		t.Skip("LEVERSTOKE names no server")
	}
	return New(server)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func TestLiveATableFromItsOpeningToItsRematch(t *testing.T) {
	client, ctx := live(t), t.Context()
	ada := must(client.Shooter.Create(ctx, ShooterOptions{Name: "Ada", Players: new(3), Target: new(3)}))
	bo := must(client.Shooter.Join(ctx, ada.ID(), Place{Name: "Bo", Seat: new(2)}))
	if bo.Number() != 2 {
		t.Errorf("Bo has seat %d", bo.Number())
	}
	if err := bo.Leave(ctx); err != nil {
		t.Error(err)
	}
	if _, err := bo.Look(ctx, 0); !errors.Is(err, ErrUnauthorized) {
		t.Error("the token is still good", err)
	}
	cy := must(client.Shooter.Join(ctx, ada.ID(), Place{Seat: new(1)}))
	if err := ada.Free(ctx, 1); err != nil {
		t.Error(err)
	}
	if _, err := cy.Look(ctx, 0); !errors.Is(err, ErrUnauthorized) {
		t.Error("the seat was not freed", err)
	}
	if err := ada.AddBot(ctx, api.BotLevelEasy, new(1)); err != nil || ada.View().Players[1].Kind != api.PlayerKindBot {
		t.Error(err)
	}
	listed := false
	for row, err := range client.Shooter.List(ctx, ShooterList{Status: api.SessionStatusWaiting, OpenSeats: 1, Limit: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		listed = listed || row.ID == ada.ID()
	}
	if !listed {
		t.Error("the lobby does not have it")
	}
	if _, err := ada.Replay(ctx); !errors.Is(err, ErrRefused) {
		t.Error(err)
	}
	if err := ada.AddBot(ctx, "", nil); err != nil || ada.View().Players[2].Kind != api.PlayerKindBot {
		t.Fatal(err)
	}
	for turn, err := range client.Shooter.Seat(ada.ID(), ada.Token()).Turns(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		hint := must(ada.Hint(ctx, api.BotLevelEasy))
		must(ada.Post(ctx, hint.Action, hint.Body, IfMatch(turn.ETag)))
	}
	if _, err := ada.Look(ctx, 0); err != nil || ada.View().Result == nil {
		t.Fatal(err)
	}
	if verified := must(ada.Verify(ctx)); verified.FirstDealer == nil || verified.Commitment == "" {
		t.Errorf("%+v", verified)
	}
	again := must(ada.Rematch(ctx))
	if again.ID() == ada.ID() || again.Number() != 0 || again.Token() == ada.Token() {
		t.Error("the rematch is no other session")
	}
	last := must(again.Resign(ctx))
	if last.Session.Status != api.SessionStatusFinished {
		t.Error(last.Session.Status)
	}
	if err := ada.Delete(ctx); err != nil {
		t.Error(err)
	}
	if _, err := ada.Look(ctx, 0); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

func TestLiveALookIsHeldUntilThereIsAnotherView(t *testing.T) {
	client, ctx := live(t), t.Context()
	table := must(client.Shooter.Create(ctx, ShooterOptions{}))
	watched := client.Shooter.Watch(table.ID())
	seen := must(watched.Look(ctx, 0))
	begun := time.Now()
	if same := must(watched.Look(ctx, time.Second)); same != seen || time.Since(begun) < time.Second {
		t.Error("it was not held")
	}
	time.AfterFunc(100*time.Millisecond, func() { _, _ = client.Shooter.Join(ctx, table.ID(), Place{Name: "Bo"}) })
	if next := must(watched.Look(ctx, 20*time.Second)); *next.Players[1].Name != "Bo" || time.Since(begun) > 10*time.Second {
		t.Error("it was held for too long")
	}
}

func TestLiveASolitaireIsPlayedAndFollowed(t *testing.T) {
	client, ctx := live(t), t.Context()
	party := must(client.ShootingParty.Create(ctx, ShootingPartyOptions{Seed: "live"}))
	for turn, err := range party.Turns(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		must(turn.Play(ctx, turn.LegalActions[0]))
	}
	last := 0
	for event, err := range client.ShootingParty.Watch(party.ID()).Events(ctx, 0) {
		if err != nil || event.Seq != last+1 || event.Value == nil {
			t.Fatal(event, err)
		}
		last = event.Seq
	}
	if last != party.View().Version {
		t.Errorf("%d events of %d", last, party.View().Version)
	}
	if verified := must(party.Verify(ctx)); verified.Seed != "live" || verified.Commitment != "" {
		t.Errorf("%+v", verified)
	}
	if games, _, err := client.API.ListGames(ctx); err != nil || len(games.Games) < 2 {
		t.Error(err)
	}
}
