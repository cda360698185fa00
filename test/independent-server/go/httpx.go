package main

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const maxBody = 1 << 20

type server struct {
	shop *shop

	mu            sync.Mutex
	keys          map[string]applicationKey
	subscriptions map[string]subscriptionResource
	subsByPlan    map[string]subscriptionResource // only used by the fault sub-cached
	keyInput      keyRequest                      // only used by the fault key-reused-struct
}

func newServer(s *shop) *server {
	return &server{
		shop:          s,
		keys:          map[string]applicationKey{},
		subscriptions: map[string]subscriptionResource{},
		subsByPlan:    map[string]subscriptionResource{},
	}
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	keyAuth := s.requireToken
	if fault("key-auth-optional") {
		keyAuth = s.checkTokenIfPresent
	}
	mux.Handle("POST /v2/application-keys", keyAuth(s.createKey))
	mux.Handle("POST /subscriptions/subscriptions", s.requireToken(s.createSubscription))
	mux.HandleFunc("GET /pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products", s.listNodeProducts)
	return mux
}

// --- authorization ---

func (s *server) requireToken(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		token = strings.TrimSpace(token)
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare([]byte(token), []byte(apiToken)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			status := http.StatusUnauthorized
			if variant("errors-400") {
				status = http.StatusForbidden
			}
			writeProblem(w, status, "a valid bearer token is required")
			return
		}
		next(w, r)
	})
}

func (s *server) checkTokenIfPresent(next http.HandlerFunc) http.Handler {
	strict := s.requireToken(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			next(w, r)
			return
		}
		strict.ServeHTTP(w, r)
	})
}

// --- problems ---

type fieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// fieldErrors collects what is wrong with a request body.
type fieldErrors []fieldError

func (e *fieldErrors) add(field, format string, args ...any) {
	*e = append(*e, fieldError{field, fmt.Sprintf(format, args...)})
}

type problem struct {
	Title  string      `json:"title"`
	Status int         `json:"status"`
	Detail string      `json:"detail,omitempty"`
	Fields fieldErrors `json:"fields,omitempty"`
}

func writeProblem(w http.ResponseWriter, status int, detail string, fields ...fieldError) {
	if variant("errors-400") {
		if status == http.StatusUnprocessableEntity || status == http.StatusUnsupportedMediaType {
			status = http.StatusBadRequest
		}
		list := []map[string]string{}
		for _, f := range fields {
			list = append(list, map[string]string{"status": strconv.Itoa(status), "title": "Validation error", "detail": f.Field + " " + f.Message})
		}
		if len(list) == 0 {
			list = append(list, map[string]string{"status": strconv.Itoa(status), "title": http.StatusText(status), "detail": detail})
		}
		writeJSON(w, status, "application/json", map[string]any{"errors": list})
		return
	}
	writeJSON(w, status, "application/problem+json", problem{http.StatusText(status), status, detail, fields})
}

func writeJSON(w http.ResponseWriter, status int, contentType string, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		log.Printf("encode response: %v", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}

// --- request bodies ---

// readBody decodes one JSON document into dst; it answers the request and returns false when it cannot.
func readBody(w http.ResponseWriter, r *http.Request, dst any) bool {
	if ct := r.Header.Get("Content-Type"); ct != "" {
		mt, _, err := mime.ParseMediaType(ct)
		if err != nil || (mt != "application/json" && !strings.HasSuffix(mt, "+json")) {
			writeProblem(w, http.StatusUnsupportedMediaType, "the body must be JSON")
			return false
		}
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	err := dec.Decode(dst)
	if err == nil {
		if _, extra := dec.Token(); extra != io.EOF {
			err = errors.New("unexpected content after the JSON document")
		}
	}
	var typeErr *json.UnmarshalTypeError
	var sizeErr *http.MaxBytesError
	switch {
	case err == nil:
		return true
	case errors.As(err, &typeErr):
		writeProblem(w, http.StatusUnprocessableEntity, "validation failed",
			fieldError{typeErr.Field, "must be of type " + typeErr.Type.String() + ", not " + typeErr.Value})
	case errors.As(err, &sizeErr):
		writeProblem(w, http.StatusRequestEntityTooLarge, "the body is too large")
	default:
		writeProblem(w, http.StatusBadRequest, "malformed JSON: "+err.Error())
	}
	return false
}

// --- identifiers and times ---

var uuidPattern = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func isUUID(s string) bool { return uuidPattern.MatchString(s) }

func randomBytes(n int) []byte {
	b := make([]byte, n)
	if _, err := rand.Read(b); err != nil {
		panic(err)
	}
	return b
}

func newUUID() string { return formatUUID(randomBytes(16), 4) }

func formatUUID(b []byte, version byte) string {
	b[6] = b[6]&0x0f | version<<4
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
