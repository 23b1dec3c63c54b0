package leverstoke

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

const over = `, "status": "finished", "to_act": []`

func TestTurnsAreTakenToTheEnd(t *testing.T) {
	server := serve(t, shows(1, ""), plays(2, `, "to_act": [1]`), shows(3, ""), plays(4, over))
	seat := server.seat()
	versions := []int{}
	for turn, err := range seat.Turns(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		versions = append(versions, turn.View.Version)
		if _, err := turn.Play(t.Context(), turn.LegalActions[1]); err != nil {
			t.Fatal(err)
		}
	}
	if len(versions) != 2 || versions[0] != 1 || versions[1] != 3 {
		t.Errorf("turns at %v", versions)
	}
	if matched := server.header("If-Match"); matched[1] != `"1"` || matched[3] != `"3"` {
		t.Errorf("If-Match %q", matched)
	}
	if server.asked[2].URL.Query().Get("wait") != "30" || server.header("If-None-Match")[2] != `"2"` {
		t.Error("the turn was not waited for")
	}
	if server.bodies[1] != `{"call":"three"}` || server.header("Authorization")[1] != "Bearer token" {
		t.Error("not the action, or not the seat")
	}
	if _, err := seat.WaitForTurn(t.Context()); !errors.Is(err, ErrFinished) {
		t.Error(err)
	}
}

func TestATurnThatHasPassedIsStaleAndTheNextIsNot(t *testing.T) {
	stale := tells(412, 2, `{"code": "stale_version", "session": `+view(2, "")+`}`)
	seat := serve(t, shows(1, ""), stale, plays(3, over)).seat()
	plays := []bool{}
	for turn, err := range seat.Turns(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		_, err := turn.Play(t.Context(), turn.LegalActions[0])
		plays = append(plays, errors.Is(err, ErrStale))
	}
	if len(plays) != 2 || !plays[0] || plays[1] {
		t.Errorf("stale: %v", plays)
	}
}

func TestATurnThatNothingIsDoneWithComesAgainWhenSomethingHappens(t *testing.T) {
	unchanged := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }
	server := serve(t, shows(1, ""), unchanged, shows(2, ""), shows(3, over))
	turns := 0
	for _, err := range server.seat().Turns(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		turns++
	}
	if turns != 2 {
		t.Errorf("%d turns", turns)
	}
}

func TestTurnsEndWithTheErrorThatEndsThem(t *testing.T) {
	server := serve(t, refuses(404, "not_found"))
	for turn, err := range server.seat().Turns(t.Context()) {
		if turn != nil || !errors.Is(err, ErrNotFound) {
			t.Error(turn, err)
		}
	}
	server.hasAsked(1)
}

func TestAnOlderViewIsNotKept(t *testing.T) {
	seat := serve(t, shows(5, ""), plays(4, "")).seat()
	if _, err := seat.Look(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	played, err := seat.Accept(t.Context())
	if err != nil || played.Session.Version != 4 || seat.View().Version != 5 {
		t.Error("the view of a repeat has replaced a later one", err)
	}
}

func TestLostHistoryIsForgotten(t *testing.T) {
	seat := serve(t, shows(5, ""), refuses(409, "history_lost"), shows(3, "")).seat()
	for _, lost := range []bool{false, true, false} {
		if _, err := seat.Look(t.Context(), time.Second); errors.Is(err, ErrHistoryLost) != lost {
			t.Fatal(err)
		}
	}
	if seat.View().Version != 3 {
		t.Error("the lost view was kept")
	}
}

func TestASeatIsResumedByItsToken(t *testing.T) {
	seat := serve(t, shows(1, "")).seat()
	if seat.Number() != -1 || seat.View() != nil || seat.Token() != "token" || seat.URL() != "/v1/shooter/sessions/S" {
		t.Error("it has seen something already")
	}
	if _, err := seat.Look(t.Context(), 0); err != nil || seat.Number() != 0 {
		t.Error(err)
	}
}

func TestWhatIsNewerThanTheClientIsKeptAndPlayed(t *testing.T) {
	text := `{"id": "S", "version": 1, "status": "paused", "weather": {"sun": true}, "to_act": [0], "seat": 0, "legal_actions": [
		{"action": "double", "body": {"by": "two"}, "hot": 1}, {"action": "bid", "body": {"call": "nine", "loud": true}}]}`
	server := serve(t, tells(200, 1, text), plays(2, over))
	turn, err := server.seat().WaitForTurn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if turn.View.Status != "paused" || turn.LegalActions[0].Value != nil || turn.LegalActions[0].Action != "double" {
		t.Errorf("%+v", turn.View)
	}
	if bid := turn.LegalActions[1].Value.(*api.ShooterLegalBid); bid.Body.Call != "nine" {
		t.Errorf("%+v", bid)
	}
	if _, err := turn.Play(t.Context(), turn.LegalActions[0]); err != nil {
		t.Fatal(err)
	}
	if server.asked[1].URL.Path != "/v1/shooter/sessions/S/double" || server.bodies[1] != `{"by":"two"}` {
		t.Errorf("%s %s", server.asked[1].URL, server.bodies[1])
	}
}

func TestTheLobbyIsReadPageByPage(t *testing.T) {
	server := serve(t,
		tells(200, 0, `{"sessions": [{"id": "A"}, {"id": "B"}], "next_cursor": "2.B"}`),
		tells(200, 0, `{"sessions": [], "next_cursor": "3.C"}`),
		tells(200, 0, `{"sessions": [{"id": "D"}], "next_cursor": null}`))
	ids := ""
	for row, err := range New(server.URL).Shooter.List(t.Context(), ShooterList{OpenSeats: 1, Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		ids += row.ID
	}
	if ids != "ABD" || server.asked[1].URL.RawQuery != "cursor=2.B&limit=2&open_seats=1" {
		t.Error(ids, server.asked[1].URL)
	}
}

func TestWhatIsLeftOutIsNotSent(t *testing.T) {
	created := tells(201, 1, `{"token": "t", "seat": 0, "events": [], "session": `+view(1, "")+`}`)
	server := serve(t, created, created)
	for _, options := range []ShooterOptions{{}, {Seed: "s", Bots: new(0), Listed: new(false), BotLevel: api.BotLevelSharp}} {
		seat, err := New(server.URL).Shooter.Create(t.Context(), options)
		if err != nil || seat.Token() != "t" || seat.Number() != 0 || seat.ID() != "S" {
			t.Error(err)
		}
	}
	if server.bodies[0] != `{}` || server.bodies[1] != `{"seed":"s","bots":0,"bot_level":"sharp","listed":false}` {
		t.Errorf("%q", server.bodies)
	}
	if agent := server.header("User-Agent")[0]; agent != "leverstoke-go/"+Version {
		t.Error(agent)
	}
}
