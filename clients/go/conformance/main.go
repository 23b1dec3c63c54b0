// Command conformance plays scenarios as clients/conformance describes them, and prints for each a line of JSON: what
// this client has seen of it.
//
//	go run ./conformance http://localhost:8000 ../conformance/*.json
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"reflect"

	leverstoke "github.com/leverstoke/leverstoke/clients/go"
	"github.com/leverstoke/leverstoke/clients/go/api"
)

type scenario struct {
	Game   string
	Create json.RawMessage
	Joins  int
	Steps  []step
}

// step is one of three things that the seat whose turn it is does.
type step struct {
	Pick    *int
	Stale   *int
	Refused *attempt
	Code    string
	Rule    *string
}

type attempt struct {
	Action string
	Body   json.RawMessage
}

type report struct {
	Scenario string       `json:"scenario"`
	View     any          `json:"view"`
	Listed   any          `json:"listed"`
	Streamed any          `json:"streamed"`
	Refusals [][2]*string `json:"refusals"`
	Stale    int          `json:"stale"`
	Verified bool         `json:"verified"`
	Actions  int          `json:"actions"`
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("conformance <server> <scenario.json>...")
	}
	client := leverstoke.New(os.Args[1])
	for _, file := range os.Args[2:] {
		told, err := run(context.Background(), client, file)
		if err != nil {
			log.Fatalf("%s: %v", file, err)
		}
		if err := json.NewEncoder(os.Stdout).Encode(told); err != nil {
			log.Fatal(err)
		}
	}
}

func run(ctx context.Context, client *leverstoke.Client, file string) (*report, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var script scenario
	if err := json.Unmarshal(text, &script); err != nil {
		return nil, err
	}
	told := &report{Scenario: filepath.Base(file), Refusals: [][2]*string{}}
	switch script.Game {
	case "shooter":
		return told, shooter(ctx, client, script, told)
	case "shooting-party":
		return told, shootingParty(ctx, client, script, told)
	default:
		return nil, fmt.Errorf("no game %q", script.Game)
	}
}

func shooter(ctx context.Context, client *leverstoke.Client, script scenario, told *report) error {
	var options leverstoke.ShooterOptions
	if err := json.Unmarshal(script.Create, &options); err != nil {
		return err
	}
	first, err := client.Shooter.Create(ctx, options)
	if err != nil {
		return err
	}
	table := &table[api.ShooterView, api.ShooterLegalAction, api.ShooterEvent, api.ShooterReplay]{
		watched: client.Shooter.Watch(first.ID()),
		read:    func(view *api.ShooterView) ([]int, []api.ShooterLegalAction) { return view.ToAct, view.LegalActions },
		list: func(since int) ([]api.ShooterEvent, error) {
			page, _, err := client.API.ListShooterEvents(ctx, first.ID(), api.ListShooterEventsParams{Since: since})
			if err != nil {
				return nil, err
			}
			return page.Events, nil
		},
	}
	table.sit(first.Seat)
	for range script.Joins {
		seat, err := client.Shooter.Join(ctx, first.ID(), leverstoke.Place{})
		if err != nil {
			return err
		}
		table.sit(seat.Seat)
	}
	return table.play(ctx, script.Steps, told)
}

func shootingParty(ctx context.Context, client *leverstoke.Client, script scenario, told *report) error {
	var options leverstoke.ShootingPartyOptions
	if err := json.Unmarshal(script.Create, &options); err != nil {
		return err
	}
	seat, err := client.ShootingParty.Create(ctx, options)
	if err != nil {
		return err
	}
	table := &table[api.ShootingPartyView, api.ShootingPartyLegalAction, api.ShootingPartyEvent, api.ShootingPartyReplay]{
		watched: client.ShootingParty.Watch(seat.ID()),
		read: func(view *api.ShootingPartyView) ([]int, []api.ShootingPartyLegalAction) {
			return view.ToAct, view.LegalActions
		},
		list: func(since int) ([]api.ShootingPartyEvent, error) {
			page, _, err := client.API.ListShootingPartyEvents(ctx, seat.ID(), api.ListShootingPartyEventsParams{Since: since})
			if err != nil {
				return nil, err
			}
			return page.Events, nil
		},
	}
	table.sit(seat.Seat)
	return table.play(ctx, script.Steps, told)
}

// table is a session of any game, with all its seats.
type table[V, A, E, R any] struct {
	watched *leverstoke.Session[V, A, E, R]
	seats   []*place[V, A, E, R]
	read    func(*V) (toAct []int, legal []A)
	list    func(since int) ([]E, error)
}

// place is a seat, and the ETags of its latest view and of the one before.
type place[V, A, E, R any] struct {
	*leverstoke.Seat[V, A, E, R]
	etag, before string
}

func (t *table[V, A, E, R]) sit(seat *leverstoke.Seat[V, A, E, R]) {
	t.seats = append(t.seats, &place[V, A, E, R]{Seat: seat, etag: seat.ETag()})
}

func (t *table[V, A, E, R]) play(ctx context.Context, steps []step, told *report) error {
	streamed, ended := []*E{}, make(chan error, 1)
	go func() {
		for event, err := range t.watched.Events(ctx, 0) {
			if err != nil {
				ended <- fmt.Errorf("the stream: %w", err)
				return
			}
			streamed = append(streamed, event)
		}
		ended <- nil
	}()

	first := 0
	for {
		actor, legal, err := t.toAct(ctx)
		if err != nil {
			return err
		}
		if actor == nil {
			break
		}
		next := step{Pick: &first}
		if len(steps) > 0 {
			next, steps = steps[0], steps[1:]
		}
		if err := t.take(ctx, actor, legal, next, told); err != nil {
			return err
		}
	}

	if err := <-ended; err != nil {
		return err
	}
	told.Streamed = streamed
	listed := []E{}
	for {
		more, err := t.list(len(listed))
		if err != nil {
			return err
		}
		if len(more) == 0 {
			break
		}
		listed = append(listed, more...)
	}
	told.Listed = listed
	if _, err := t.seats[0].Verify(ctx); err != nil {
		return err
	}
	told.Verified, told.View = true, t.seats[0].View()
	return nil
}

// toAct is the first of those whose turn it is, and what they may do; nobody after the end.
func (t *table[V, A, E, R]) toAct(ctx context.Context) (*place[V, A, E, R], []A, error) {
	view, err := t.seats[0].Look(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	turns, _ := t.read(view)
	if len(turns) == 0 {
		return nil, nil, nil
	}
	actor := t.seats[turns[0]]
	if view, err = actor.Look(ctx, 0); err != nil {
		return nil, nil, err
	}
	if etag := actor.ETag(); etag != actor.etag {
		actor.etag, actor.before = etag, actor.etag
	}
	_, legal := t.read(view)
	return actor, legal, nil
}

func (t *table[V, A, E, R]) take(ctx context.Context, actor *place[V, A, E, R], legal []A, next step, told *report) error {
	switch {
	case next.Pick != nil:
		_, err := actor.Act(ctx, legal[*next.Pick%len(legal)])
		told.Actions++
		return err
	case next.Stale != nil:
		if actor.before == "" {
			return nil
		}
		view := actor.View()
		_, err := actor.Act(ctx, legal[*next.Stale%len(legal)], leverstoke.IfMatch(actor.before))
		var stale *leverstoke.StaleVersion[V]
		if !errors.As(err, &stale) {
			return fmt.Errorf("stale, and no StaleVersion but %v", err)
		}
		if !reflect.DeepEqual(view, stale.Session) {
			return errors.New("a StaleVersion has another view than the current one")
		}
		told.Stale++
		return nil
	default:
		_, err := actor.Post(ctx, next.Refused.Action, next.Refused.Body)
		var refused *leverstoke.Refused[A]
		if !errors.As(err, &refused) {
			return fmt.Errorf("%s should be refused, and gave %v", next.Refused.Action, err)
		}
		if refused.Code != next.Code || next.Rule != nil && refused.Rule != *next.Rule {
			return fmt.Errorf("%s was refused by %s %s", next.Refused.Action, refused.Code, refused.Rule)
		}
		refusal := [2]*string{&refused.Code, &refused.Rule}
		if refused.Rule == "" {
			refusal[1] = nil
		}
		told.Refusals = append(told.Refusals, refusal)
		return nil
	}
}
