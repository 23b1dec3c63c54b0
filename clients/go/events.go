package leverstoke

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

const eventStream = "text/event-stream"

// longestSilence is twice as long as the server is silent on a line that lives.
const longestSilence = 30 * time.Second

// lively is how long a connection lasts that was none that leads nowhere.
const lively = 10 * time.Second

// Events follows what happens after the event numbered since, to the end of the session: each event once, in order, as
// it happens. A line that breaks is taken up again where it broke; a [Problem] or a server that stays away ends it with
// an error. Stopping the loop closes the line. A kind of event that is newer than this client has a nil Value.
func (s *Session[V, A, E, R]) Events(ctx context.Context, since int) iter.Seq2[*E, error] {
	return func(yield func(*E, error) bool) {
		l := &line[E]{client: s.client, path: s.URL() + "/events", seq: since, yield: yield}
		if since > 0 {
			l.lastID = strconv.Itoa(since)
		}
		if err := l.follow(ctx); err != nil {
			yield(nil, s.problem(err))
		}
	}
}

// line is a stream of events over as many connections as it takes.
type line[E any] struct {
	client *api.Client
	path   string
	yield  func(*E, error) bool

	seq    int           // of the last event
	lastID string        // of the last whole frame with an event
	heard  bool          // whether this connection has brought an event
	pause  time.Duration // what a server that stops asks to wait before the next connection
}

// errOver is why a line ends well: nothing is left to come, or nobody listens any more.
var errOver = errors.New("over")

// follow connects again and again until the line is over. Anything that another connection cannot help is an error.
func (l *line[E]) follow(ctx context.Context) error {
	tries := triesOf(l.client)
	for failed := 0; ; {
		l.heard = false
		begun := time.Now()
		err := l.connect(ctx)
		if err == errOver {
			return nil
		}
		if gone := ctx.Err(); gone != nil {
			return gone
		}
		if l.heard || time.Since(begun) > lively {
			failed = 0
			if err == io.EOF && l.pause == 0 {
				continue // at once: the server ends a line when the session ends, and then says that it is over
			}
		}
		failed++
		after := l.pause
		var problem *api.Error
		if errors.As(err, &problem) {
			if !mayHelp(problem.Response, nil) {
				return err
			}
			after = max(after, retryAfter(problem.Response))
		} else if errors.As(err, new(*malformed)) {
			return err
		}
		if failed >= tries || after > longestRetryAfter {
			if problem != nil {
				return err
			}
			return &Unreachable{Tries: failed, Err: err}
		}
		if err := sleep(ctx, max(after, pause(failed))); err != nil {
			return err
		}
	}
}

// connect reads one connection to its end; io.EOF is one between two frames.
func (l *line[E]) connect(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(longestSilence, cancel)
	defer silence.Stop()

	since := url.Values{"since": {strconv.Itoa(l.seq)}} // for where Last-Event-ID gets lost on the way
	request := api.Request{Method: http.MethodGet, Path: l.path, Query: since, Header: http.Header{"Accept": {eventStream}}}
	if l.lastID != "" {
		request.Header.Set("Last-Event-ID", l.lastID)
	}
	response, err := l.client.Open(ctx, request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNoContent {
		return errOver
	}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), eventStream) {
		return &malformed{fmt.Errorf("events came as %q", response.Header.Get("Content-Type"))}
	}
	for reader := bufio.NewReader(response.Body); ; {
		frame, err := readFrame(reader, func() { silence.Reset(longestSilence) })
		if err != nil {
			return err
		}
		if frame.retry > 0 {
			l.pause = frame.retry
		}
		if err := l.hand(frame); err != nil {
			return err
		}
	}
}

// hand gives an event to whoever listens, unless they had it before.
func (l *line[E]) hand(frame frame) error {
	if len(frame.data) == 0 {
		return nil
	}
	number, _, _ := strings.Cut(frame.id, "-")
	seq, err := strconv.Atoi(number)
	if err != nil {
		return &malformed{err}
	}
	if seq <= l.seq {
		return nil
	}
	event := new(E)
	if err := json.Unmarshal(frame.data, event); err != nil {
		return &malformed{err}
	}
	l.seq, l.lastID, l.heard, l.pause = seq, frame.id, true, 0
	if !l.yield(event, nil) {
		return errOver
	}
	return nil
}

// malformed is something in a stream that would be the same another time.
type malformed struct{ error }

func (m *malformed) Unwrap() error { return m.error }

// frame is what comes between two empty lines of a stream: an event, or no more than a sign of life.
type frame struct {
	id    string
	data  []byte
	retry time.Duration
}

// readFrame reads to the next empty line, and calls alive at every line. A frame cut short is none.
func readFrame(reader *bufio.Reader, alive func()) (frame, error) {
	var read frame
	for begun := false; ; begun = true {
		text, err := reader.ReadBytes('\n')
		if err == io.EOF && (begun || len(text) > 0) {
			return frame{}, io.ErrUnexpectedEOF
		}
		if err != nil {
			return frame{}, err
		}
		alive()
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		if len(text) == 0 {
			return read, nil
		}
		field, value, _ := bytes.Cut(text, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "id":
			read.id = string(value)
		case "data":
			if read.data != nil {
				read.data = append(read.data, '\n')
			}
			read.data = append(read.data, value...)
		case "retry":
			milliseconds, _ := strconv.Atoi(string(value))
			read.retry = time.Duration(milliseconds) * time.Millisecond
		}
	}
}
