// Package leverstoke plays card games on a Leverstoke server.
//
//	table, err := leverstoke.New("http://localhost:8000").Shooter.Create(ctx, leverstoke.ShooterOptions{Bots: new(3)})
//	for turn, err := range table.Turns(ctx) {
//		turn.Play(ctx, turn.LegalActions[0])
//	}
//
// A [Client] has a field for each game. Its methods open and join tables and give a [Seat], which acts, or a [Session],
// which only watches. Every view lists what may be done, so a program needs no rules.
//
// Every request is tried again when its answer is lost, and acts once. What is refused is a [Problem]; [errors.Is] tells
// its kind and [errors.As] what it says. All types are safe for use by several goroutines.
//
// The package api below this one has the types of all that goes over the wire, and each operation by itself.
package leverstoke

import (
	"net/http"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// Version is the version of the API that this client was made for, and its own.
const Version = api.Version

// An Option changes how a [Client] asks.
type Option func(*retries)

// WithTransport has requests sent by transport, below the retries: for proxies, certificates, or measuring.
func WithTransport(transport http.RoundTripper) Option {
	return func(r *retries) { r.below = transport }
}

const usualTries = 10 // they last about ten seconds: a server's restart

// WithTries sets how often a request is tried at most; 10 if not set, 1 never repeats one.
func WithTries(tries int) Option {
	return func(r *retries) { r.tries = max(tries, 1) }
}

// WithTimeout sets how long one try may take beside the time that it asks to be held; 20 seconds if not set.
// Nothing shorter than 10 seconds is kept.
func WithTimeout(timeout time.Duration) Option {
	return func(r *retries) { r.timeout = max(timeout, 10*time.Second) }
}

func newAPI(baseURL string, options []Option) *api.Client {
	r := &retries{tries: usualTries, timeout: 20 * time.Second}
	for _, option := range options {
		option(r)
	}
	if r.below == nil {
		r.below = manyConnections()
	}
	return &api.Client{
		BaseURL:   baseURL,
		UserAgent: "leverstoke-go/" + Version,
		HTTP:      &http.Client{Transport: r, CheckRedirect: stay},
	}
}

// triesOf is how often client tries a request.
func triesOf(client *api.Client) int {
	if r, ok := client.HTTP.Transport.(*retries); ok {
		return r.tries
	}
	return usualTries
}

// manyConnections is the usual transport, keeping as many connections to the one server as are in use: each held
// request needs its own.
func manyConnections() http.RoundTripper {
	usual, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	own := usual.Clone()
	own.MaxIdleConns = 0
	own.MaxIdleConnsPerHost = 1024
	return own
}

// stay follows no redirection: where it leads to would be handed the token, and a POST would become a GET.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
