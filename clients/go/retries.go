package leverstoke

import (
	"bytes"
	"context"
	cryptorand "crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	firstPause   = 100 * time.Millisecond
	longestPause = 5 * time.Second
	// A server that asks for more patience than this gets its answer shown to the caller instead.
	longestRetryAfter = time.Minute
)

// retries is a transport that tries again what may have been lost. A POST acts once, for it is given an
// Idempotency-Key; the body of an answer is read here, so that one cut short is tried again too.
type retries struct {
	below   http.RoundTripper
	tries   int
	timeout time.Duration
}

func (r *retries) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Header.Get("Accept") == eventStream {
		return r.below.RoundTrip(request)
	}
	if request.Method == http.MethodPost && request.Header.Get("Idempotency-Key") == "" {
		request = request.Clone(request.Context())
		request.Header.Set("Idempotency-Key", newKey())
	}
	perhapsDone := false
	for tried := 1; ; tried++ {
		response, err := r.try(request)
		if gone := request.Context().Err(); gone != nil {
			return nil, gone
		}
		if err == nil && perhapsDone && saysDone(request, response) {
			response.StatusCode, response.Status = http.StatusNoContent, "204 No Content"
			return response, nil
		}
		if !mayHelp(response, err) {
			return response, err
		}
		after := retryAfter(response)
		if tried == r.tries || after > longestRetryAfter {
			if err != nil {
				err = &Unreachable{Tries: tried, Err: err}
			}
			return response, err
		}
		perhapsDone = perhapsDone || err != nil || response.StatusCode >= 500
		if err := sleep(request.Context(), max(after, pause(tried))); err != nil {
			return nil, err
		}
	}
}

// try sends the request once and reads all of its answer.
func (r *retries) try(request *http.Request) (*http.Response, error) {
	held, _ := strconv.Atoi(request.URL.Query().Get("wait"))
	ctx, cancel := context.WithTimeout(request.Context(), r.timeout+time.Duration(held)*time.Second)
	defer cancel()
	sent := request.WithContext(ctx)
	if request.GetBody != nil {
		var err error
		if sent.Body, err = request.GetBody(); err != nil {
			return nil, err
		}
	}
	response, err := r.below.RoundTrip(sent)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	response.Request = request
	return response, nil
}

// mayHelp tells whether another try may end otherwise.
func mayHelp(response *http.Response, err error) bool {
	if err != nil {
		return !errors.As(err, new(*tls.CertificateVerificationError))
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	case http.StatusConflict:
		return codeOf(response) == "idempotency_in_progress"
	default:
		return false
	}
}

// saysDone tells whether a DELETE whose outcome was lost is now seen to have been done: the session is gone, or the
// token of the seat that was given up.
func saysDone(request *http.Request, response *http.Response) bool {
	if request.Method != http.MethodDelete {
		return false
	}
	leaving := strings.Contains(request.URL.Path, "/seats/")
	return response.StatusCode == http.StatusNotFound || leaving && response.StatusCode == http.StatusUnauthorized
}

// codeOf is the code of the problem that a response is; its body can still be read.
func codeOf(response *http.Response) string {
	body, _ := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	var problem struct{ Code string }
	_ = json.Unmarshal(body, &problem)
	return problem.Code
}

// maxSeconds is as many as a Duration holds.
const maxSeconds = math.MaxInt64 / uint64(time.Second)

// retryAfter is what a response asks for, by a number of seconds or by a date; zero without one.
func retryAfter(response *http.Response) time.Duration {
	if response == nil {
		return 0
	}
	asked := response.Header.Get("Retry-After")
	if date, err := http.ParseTime(asked); err == nil {
		return time.Until(date)
	}
	seconds, _ := strconv.ParseUint(asked, 10, 64)
	return time.Duration(min(seconds, maxSeconds)) * time.Second
}

// pause is how long to wait after so many tries, full jitter.
func pause(tried int) time.Duration {
	ceiling := longestPause
	if tried < 7 {
		ceiling = min(firstPause<<(tried-1), longestPause)
	}
	return rand.N(ceiling)
}

// sleep waits, unless ctx ends before; then it says why.
func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// newKey is a UUID, drawn at random.
func newKey() string {
	var b [16]byte
	_, _ = cryptorand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
