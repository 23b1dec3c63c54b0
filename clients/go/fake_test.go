package leverstoke

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// fake is a server that answers each request with the next of its answers, and remembers what it was asked.
type fake struct {
	*httptest.Server
	t       *testing.T
	mu      sync.Mutex
	answers []http.HandlerFunc
	asked   []*http.Request
	bodies  []string
}

func serve(t *testing.T, answers ...http.HandlerFunc) *fake {
	t.Helper()
	f := &fake{t: t, answers: answers}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	f.asked, f.bodies = append(f.asked, r), append(f.bodies, string(body))
	if len(f.asked) > len(f.answers) {
		f.mu.Unlock()
		f.t.Errorf("nobody expects %s %s", r.Method, r.URL)
		w.WriteHeader(http.StatusTeapot)
		return
	}
	answer := f.answers[len(f.asked)-1]
	f.mu.Unlock()
	answer(w, r)
}

// seat is seat 0 of the session "S" at the fake, which nobody has looked from yet.
func (f *fake) seat(options ...Option) *ShooterSeat {
	return New(f.URL, options...).Shooter.Seat("S", "token")
}

// header is what each request had of a header.
func (f *fake) header(name string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var values []string
	for _, request := range f.asked {
		values = append(values, request.Header.Get(name))
	}
	return values
}

func (f *fake) hasAsked(times int) {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.asked) != times {
		f.t.Errorf("asked %d times, not %d", len(f.asked), times)
	}
}

// view is a view of seat 0, with its version in its ETag, and two legal actions.
func view(version int, rest string) string {
	return fmt.Sprintf(`{"id": "S", "version": %d, "status": "active", "seat": 0, "to_act": [0], "legal_actions": [
		{"action": "bid", "body": {"call": "pass"}}, {"action": "bid", "body": {"call": "three"}}]%s}`, version, rest)
}

// shows answers with a view, as a look does.
func shows(version int, rest string) http.HandlerFunc {
	return tells(http.StatusOK, version, view(version, rest))
}

// plays answers with a view, as an action does.
func plays(version int, rest string) http.HandlerFunc {
	return tells(http.StatusOK, version, fmt.Sprintf(`{"session": %s, "events": []}`, view(version, rest)))
}

func tells(status, version int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", fmt.Sprintf(`"%d"`, version))
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// refuses answers with a problem; headers are names and values.
func refuses(status int, code string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"status": %d, "code": %q, "title": "T", "detail": "D", "rule": "SH-7",
			"legal_actions": [{"action": "bid", "body": {"call": "pass"}}]}`, status, code)
	}
}

// losesReply ends the connection without an answer.
func losesReply(w http.ResponseWriter, _ *http.Request) {
	panic(http.ErrAbortHandler)
}

// cuts answers with only the first half of what it says that it will.
func cuts(w http.ResponseWriter, r *http.Request) {
	text := view(1, "")
	w.Header().Set("Content-Length", fmt.Sprint(len(text)))
	_, _ = io.WriteString(w, text[:len(text)/2])
	losesReply(w, r)
}
