package leverstoke

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// The kinds of [Problem], for [errors.Is].
var (
	// ErrRefused: the rules, or how the session stands, do not allow it (409). It has changed nothing.
	ErrRefused = errors.New("refused")
	// ErrStale: the session has moved on since the view that was acted upon (412). It has changed nothing.
	ErrStale = errors.New("the session has moved on")
	// ErrInvalid: the request is malformed (400, 422); Errors of the problem says which fields are.
	ErrInvalid = errors.New("invalid request")
	// ErrUnauthorized: there is no token where one is needed, or a bad one (401).
	ErrUnauthorized = errors.New("unauthorized")
	// ErrForbidden: only whoever opened the session may (403).
	ErrForbidden = errors.New("forbidden")
	// ErrNotFound: there is no such session, or it is not for you (404).
	ErrNotFound = errors.New("not found")
	// ErrTooManyRequests: after all tries, or with a RetryAfter too long to wait for (429).
	ErrTooManyRequests = errors.New("too many requests")
	// ErrUnavailable: the server could not answer, after all tries (502, 503, 504). If the code is outcome_unknown, the
	// request may have acted.
	ErrUnavailable = errors.New("unavailable")
	// ErrHistoryLost: the server has lost the last events that were seen (409, history_lost). Look again.
	ErrHistoryLost = errors.New("history lost")
)

// ErrFinished is what [Seat.WaitForTurn] returns at the end of a session.
var ErrFinished = errors.New("the session is finished")

// A Problem is what the server answers when it does not do what was asked. [errors.Is] tells its kind.
type Problem struct {
	Status int    `json:"status"`
	Code   string `json:"code"` // empty if it was not the server that answered, but something before it
	Title  string `json:"title"`
	Detail string `json:"detail"`
	// The clause of the rules that refuses, like "SH-8".
	Rule string `json:"rule"`
	// What is wrong with each field of the request.
	Errors map[string][]string `json:"errors"`
	// What to look for in the server's log.
	Instance string `json:"instance"`
	// How long the server asks to wait; zero if it does not say.
	RetryAfter time.Duration `json:"-"`
}

func (p *Problem) Error() string {
	text := fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail)
	for field, messages := range p.Errors {
		text += fmt.Sprintf(" (%s: %s)", field, strings.Join(messages, " "))
	}
	return text
}

// Is tells whether the problem is of the kind that kind, one of the errors above, stands for.
func (p *Problem) Is(kind error) bool {
	switch p.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return kind == ErrInvalid
	case http.StatusUnauthorized:
		return kind == ErrUnauthorized
	case http.StatusForbidden:
		return kind == ErrForbidden
	case http.StatusNotFound:
		return kind == ErrNotFound
	case http.StatusConflict:
		return p.Code == "history_lost" && kind == ErrHistoryLost || p.isRefusal() && kind == ErrRefused
	case http.StatusPreconditionFailed:
		return kind == ErrStale
	case http.StatusTooManyRequests:
		return kind == ErrTooManyRequests
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return kind == ErrUnavailable
	default:
		return false
	}
}

func (p *Problem) isRefusal() bool {
	return p.Status == http.StatusConflict && p.Code != "history_lost" && p.Code != "idempotency_in_progress"
}

// Refused is a [Problem] that is [ErrRefused], with what may be done instead.
type Refused[A any] struct {
	*Problem
	LegalActions []A
}

func (r *Refused[A]) Unwrap() error { return r.Problem }

// StaleVersion is a [Problem] that is [ErrStale], with the session as it is now.
type StaleVersion[V any] struct {
	*Problem
	Session *V
}

func (s *StaleVersion[V]) Unwrap() error { return s.Problem }

// Unreachable is the error when no try had an answer. A request that was sent may have acted all the same.
type Unreachable struct {
	Tries int
	Err   error
}

func (u *Unreachable) Error() string {
	return fmt.Sprintf("no answer after %d tries: %v", u.Tries, u.Err)
}

func (u *Unreachable) Unwrap() error { return u.Err }

// problemOf is what an error of the generated client means to a game with such views and actions.
func problemOf[V, A any](err error) error {
	var unreachable *Unreachable
	if errors.As(err, &unreachable) {
		return unreachable
	}
	var answer *api.Error
	if !errors.As(err, &answer) {
		return err
	}
	problem := &Problem{}
	if json.Unmarshal(answer.Body, problem) != nil || problem.Code == "" {
		problem = &Problem{Detail: excerpt(answer.Body)}
	}
	problem.Status = answer.Response.StatusCode
	if problem.Title == "" {
		problem.Title = http.StatusText(problem.Status)
	}
	problem.RetryAfter = retryAfter(answer.Response)
	var more struct {
		LegalActions []A `json:"legal_actions"`
		Session      *V  `json:"session"`
	}
	_ = json.Unmarshal(answer.Body, &more)
	switch {
	case problem.isRefusal():
		return &Refused[A]{problem, more.LegalActions}
	case problem.Status == http.StatusPreconditionFailed:
		return &StaleVersion[V]{problem, more.Session}
	default:
		return problem
	}
}

// excerpt is the beginning of an answer that is no problem, like the page of a proxy.
func excerpt(body []byte) string {
	const most = 200
	text := strings.Join(strings.Fields(string(body)), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
