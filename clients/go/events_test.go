package leverstoke

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// called is the frame of a call; its id has a digest behind its number.
func called(seq int) string {
	return fmt.Sprintf("id: %d-00000000000000aa\ndata: {\"seq\": %d, \"type\": \"called\", \"at\": \"2026-11-30T08:00:00.120Z\", \"seat\": 1, \"call\": \"four\"}\n\n", seq, seq)
}

// streams answers with parts of a stream, sent one by one, and then ends it; or breaks it, if cut.
func streams(cut bool, parts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, part := range parts {
			_, _ = io.WriteString(w, part)
			w.(http.Flusher).Flush()
		}
		if cut {
			losesReply(w, r)
		}
	}
}

func hasEnded(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// follow is the numbers of all events of seat 0, and the error that ended them.
func follow(ctx context.Context, server *fake, since int) (seqs []int, ended error) {
	for event, err := range server.seat().Events(ctx, since) {
		if err != nil {
			return seqs, err
		}
		seqs = append(seqs, event.Seq)
	}
	return seqs, nil
}

func TestALineThatBreaksIsTakenUpWhereItBroke(t *testing.T) {
	third := called(3)
	server := serve(t,
		streams(true, ":\n\n", called(1), called(2), third[:len(third)-1]),
		losesReply,
		refuses(503, "store_unavailable"),
		streams(true, called(2), third[:30], third[30:], "id: 4"),
		streams(false, called(4)),
		hasEnded)
	seqs, err := follow(t.Context(), server, 0)
	if err != nil || fmt.Sprint(seqs) != "[1 2 3 4]" {
		t.Error(seqs, err)
	}
	const two, three, four = "2-00000000000000aa", "3-00000000000000aa", "4-00000000000000aa"
	if ids := fmt.Sprint(server.header("Last-Event-ID")); ids != fmt.Sprint([]string{"", two, two, two, three, four}) {
		t.Error(ids)
	}
}

func TestEventsBeginWhereTheyAreAskedTo(t *testing.T) {
	server := serve(t, streams(false, called(13)), hasEnded)
	seqs, err := follow(t.Context(), server, 12)
	if err != nil || fmt.Sprint(seqs) != "[13]" || server.header("Last-Event-ID")[0] != "12" {
		t.Error(seqs, err)
	}
	if server.header("Authorization")[0] != "Bearer token" || server.header("Accept")[0] != "text/event-stream" {
		t.Error("not as the seat, or not as a stream")
	}
}

func TestFramesAreReadAsTheyMayBeWritten(t *testing.T) {
	seated := "id:1\r\n:comment\r\ndata:{\"seq\": 1, \"type\": \"seated\",\r\ndata: \"name\": \"Łucja ♣\", \"seat\": 2}\r\n\r\n"
	var bytes []string
	for i := range len(seated) {
		bytes = append(bytes, seated[i:i+1])
	}
	server := serve(t, streams(false, bytes...), hasEnded)
	for event, err := range server.seat().Events(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if seated, ok := event.Value.(*api.SeatedEvent); !ok || *seated.Name != "Łucja ♣" || seated.Seat != 2 {
			t.Errorf("%+v", event)
		}
	}
}

func TestAnEventOfAnUnknownKindIsHandedOnAsItCame(t *testing.T) {
	const told = `{"seq":1,"type":"spilled","at":"2026-11-30T08:00:00Z","drink":{"of":"tea"},"auto":true}`
	server := serve(t, streams(false, "id: 1\ndata: "+told+"\n\n", called(2)), hasEnded)
	var events []*api.ShooterEvent
	for event, err := range server.seat().Events(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, event)
	}
	if spilled := events[0]; spilled.Type != "spilled" || spilled.Seq != 1 || !spilled.Auto || spilled.Value != nil || spilled.String() != told {
		t.Errorf("%+v", spilled)
	}
	if call, ok := events[1].Value.(*api.ShooterCalledEvent); !ok || call.Call != api.ShooterCallFour || call.Seat != 1 {
		t.Errorf("%+v", events[1])
	}
}

func TestAServerThatStopsIsGivenTheTimeItAsksFor(t *testing.T) {
	server := serve(t, streams(false, called(1), "retry: 300\n\n"), streams(false, called(2)), hasEnded)
	begun := time.Now()
	seqs, err := follow(t.Context(), server, 0)
	if waited := time.Since(begun); err != nil || len(seqs) != 2 || waited < 300*time.Millisecond {
		t.Error(seqs, err, waited)
	}
}

func TestAProblemEndsTheEvents(t *testing.T) {
	if _, err := follow(t.Context(), serve(t, refuses(404, "not_found")), 0); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if _, err := follow(t.Context(), serve(t, refuses(409, "history_lost")), 99); !errors.Is(err, ErrHistoryLost) {
		t.Error(err)
	}
	if _, err := follow(t.Context(), serve(t, tells(200, 0, "<html>")), 0); err == nil || !strings.Contains(err.Error(), "text/html") {
		t.Error(err)
	}
}

func TestALineThatNeverBringsAnythingIsUnreachable(t *testing.T) {
	server := serve(t, streams(false), streams(true, ":\n\n"), losesReply)
	var ended error
	for _, ended = range server.seat(WithTries(3)).Events(t.Context(), 0) {
	}
	var unreachable *Unreachable
	if !errors.As(ended, &unreachable) || unreachable.Tries != 3 {
		t.Error(ended)
	}
}

func TestStoppingTheLoopClosesTheLine(t *testing.T) {
	closed := make(chan struct{})
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		streams(false, called(1))(w, r)
		<-r.Context().Done()
		close(closed)
	})
	for range server.seat().Events(t.Context(), 0) {
		break
	}
	select {
	case <-closed:
	case <-time.After(5 * time.Second):
		t.Error("it is still open")
	}
}

func TestEventsEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		streams(false, called(1))(w, r)
		cancel()
		<-r.Context().Done()
	})
	if _, err := follow(ctx, server, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// mute is a transport whose first answer is a stream that lives and says nothing, and its second that nothing is left.
type mute struct{ asked []time.Time }

func (m *mute) RoundTrip(request *http.Request) (*http.Response, error) {
	m.asked = append(m.asked, time.Now())
	if len(m.asked) > 1 {
		return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody, Request: request}, nil
	}
	body, writer := io.Pipe()
	context.AfterFunc(request.Context(), func() { _ = writer.CloseWithError(request.Context().Err()) })
	go func() { _, _ = io.WriteString(writer, ":\n\n") }()
	header := http.Header{"Content-Type": {"text/event-stream"}}
	return &http.Response{StatusCode: http.StatusOK, Header: header, Body: body, Request: request}, nil
}

func TestALineThatIsSilentIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mute{}
		for _, err := range New("http://localhost", WithTransport(m)).Shooter.Watch("S").Events(t.Context(), 0) {
			t.Error(err)
		}
		if silent := m.asked[1].Sub(m.asked[0]); silent < longestSilence || silent > longestSilence+firstPause {
			t.Errorf("given up after %s", silent)
		}
	})
}
