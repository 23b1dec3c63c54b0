package leverstoke

import (
	"context"
	"errors"
	"math"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

func TestALostReplyIsAskedForAgainWithTheSameKey(t *testing.T) {
	server := serve(t, losesReply, plays(2, ""), plays(3, ""))
	seat := server.seat()
	for range 2 {
		if _, err := seat.Bid(t.Context(), "three"); err != nil {
			t.Fatal(err)
		}
	}
	keys := server.header("Idempotency-Key")
	if keys[0] != keys[1] || keys[1] == keys[2] {
		t.Errorf("keys %q: one a call, kept over its tries", keys)
	}
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(keys[0]) {
		t.Errorf("%q is no UUID", keys[0])
	}
	if server.bodies[0] != `{"call":"three"}` || server.bodies[1] != server.bodies[0] {
		t.Errorf("bodies %q", server.bodies)
	}
}

func TestAKeyOfOnesOwnIsKept(t *testing.T) {
	server := serve(t, plays(2, ""))
	if _, err := server.seat().Accept(t.Context(), IdempotencyKey("0123456789abcdef")); err != nil {
		t.Fatal(err)
	}
	if keys := server.header("Idempotency-Key"); keys[0] != "0123456789abcdef" {
		t.Errorf("key %q", keys[0])
	}
}

func TestAReplyCutShortIsAskedForAgain(t *testing.T) {
	server := serve(t, cuts, shows(7, ""))
	view, err := server.seat().Look(t.Context(), 0)
	if err != nil || view.Version != 7 {
		t.Errorf("%v, %v", view, err)
	}
}

func TestTheServerIsGivenTheTimeItAsksFor(t *testing.T) {
	server := serve(t, refuses(503, "store_unavailable", "Retry-After", "1"), shows(1, ""))
	begun := time.Now()
	if _, err := server.seat().Look(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(begun); waited < time.Second {
		t.Errorf("waited only %s", waited)
	}
}

func TestOverAMinuteIsNotWaitedFor(t *testing.T) {
	server := serve(t, refuses(429, "too_many_requests", "Retry-After", "61"))
	_, err := server.seat().Look(t.Context(), 0)
	var problem *Problem
	if !errors.Is(err, ErrTooManyRequests) || !errors.As(err, &problem) || problem.RetryAfter != 61*time.Second {
		t.Errorf("%#v", err)
	}
}

func TestWhatIsWorthAnotherTry(t *testing.T) {
	for _, c := range []struct {
		status int
		code   string
		asked  int
		kind   error
	}{
		{429, "too_many_requests", 3, ErrTooManyRequests},
		{502, "", 3, ErrUnavailable},
		{503, "outcome_unknown", 3, ErrUnavailable},
		{504, "", 3, ErrUnavailable},
		{409, "idempotency_in_progress", 3, nil},
		{409, "wrong_phase", 1, ErrRefused},
		{412, "stale_version", 1, ErrStale},
		{422, "invalid_request", 1, ErrInvalid},
		{500, "internal_error", 1, nil},
	} {
		answer := refuses(c.status, c.code)
		server := serve(t, answer, answer, answer)
		_, err := server.seat(WithTries(3)).Accept(t.Context())
		server.hasAsked(c.asked)
		var problem *Problem
		if !errors.As(err, &problem) || problem.Code != c.code || c.kind != nil && !errors.Is(err, c.kind) {
			t.Errorf("%d %s: %v", c.status, c.code, err)
		}
	}
}

func TestWithoutAnyAnswerTheServerIsUnreachable(t *testing.T) {
	server := serve(t, losesReply, losesReply)
	_, err := server.seat(WithTries(2)).Look(t.Context(), 0)
	var unreachable *Unreachable
	if !errors.As(err, &unreachable) || unreachable.Tries != 2 {
		t.Errorf("%v", err)
	}
}

func TestADeleteIsDoneIfAnotherTryFindsNothing(t *testing.T) {
	deleting := serve(t, losesReply, refuses(404, "not_found"))
	if err := deleting.seat().Delete(t.Context()); err != nil {
		t.Error(err)
	}
	leaving := serve(t, shows(1, ""), losesReply, refuses(401, "unauthorized"))
	if err := leaving.seat().Leave(t.Context()); err != nil {
		t.Error(err)
	}
	if path := leaving.asked[2].URL.Path; path != "/v1/shooter/sessions/S/seats/0" {
		t.Error(path)
	}
}

func TestADeleteOfNothingIsAnErrorAtFirst(t *testing.T) {
	for _, answers := range [][]http.HandlerFunc{
		{refuses(404, "not_found")},
		{refuses(429, "too_many_requests"), refuses(404, "not_found")},
	} {
		if err := serve(t, answers...).seat().Delete(t.Context()); !errors.Is(err, ErrNotFound) {
			t.Error(err)
		}
	}
	if err := serve(t, losesReply, refuses(401, "unauthorized")).seat().Delete(t.Context()); !errors.Is(err, ErrUnauthorized) {
		t.Error(err)
	}
}

// deadlines notes how long each request may take, and answers none.
type deadlines []time.Duration

func (d *deadlines) RoundTrip(request *http.Request) (*http.Response, error) {
	until, _ := request.Context().Deadline()
	*d = append(*d, time.Until(until))
	return nil, errors.New("nobody here")
}

func TestAHeldRequestHasTheTimeItIsHeldAndMore(t *testing.T) {
	given := &deadlines{}
	client := New("http://localhost", WithTransport(given), WithTries(1), WithTimeout(time.Second)).API
	_, _, _ = client.GetShooterSession(t.Context(), "S", api.GetShooterSessionParams{Wait: 30})
	if len(*given) != 1 || (*given)[0] < 39*time.Second {
		t.Errorf("%v", given)
	}
}

func TestACallThatIsGivenUpIsNotTriedAgain(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		losesReply(w, r)
	})
	if _, err := server.seat().Look(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	server.hasAsked(1)
}

func TestWhatIsNoAddressIsSaidAtOnce(t *testing.T) {
	begun := time.Now()
	_, err := New("localhost:8000").Shooter.Create(t.Context(), ShooterOptions{})
	if err == nil || time.Since(begun) > firstPause {
		t.Error(err)
	}
}

func TestAPauseGrowsAndHasAnEnd(t *testing.T) {
	for tried := 1; tried < 100; tried++ {
		if long := pause(tried); long < 0 || long > longestPause || tried == 1 && long > firstPause {
			t.Errorf("%s after %d tries", long, tried)
		}
	}
}

func TestWhatIsAskedForIsANumberOfSecondsOrADate(t *testing.T) {
	for asked, bounds := range map[string][2]time.Duration{
		"":                     {0, 0},
		"soon":                 {0, 0},
		"3":                    {3 * time.Second, 3 * time.Second},
		"18446744074":          {time.Hour, math.MaxInt64}, // more nanoseconds than a Duration holds
		"99999999999999999999": {time.Hour, math.MaxInt64},
		time.Now().UTC().Add(time.Minute).Format(http.TimeFormat): {58 * time.Second, time.Minute},
	} {
		response := &http.Response{Header: http.Header{"Retry-After": {asked}}}
		if after := retryAfter(response); after < bounds[0] || after > bounds[1] {
			t.Errorf("%q: %v", asked, after)
		}
	}
}
