// Command catalogapi serves application keys, subscriptions and hierarchy node products.
package main

import (
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

type obj = map[string]any

var (
	faultNo  = envInt("FAULT")
	honestNo = envInt("HONEST")
	uuidRe   = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
)

func envInt(k string) int { n, _ := strconv.Atoi(os.Getenv(k)); return n }
func fault(n int) bool    { return faultNo == n }
func honest(n int) bool   { return honestNo == n }

// newID returns a random UUID (v4; upper-case v7 under HONEST=11).
func newID() string {
	var b [16]byte
	rand.Read(b[:])
	if honest(11) {
		ms := time.Now().UnixMilli()
		for i := 0; i < 6; i++ {
			b[i] = byte(ms >> (8 * (5 - i)))
		}
		b[6] = b[6]&0x0f | 0x70
	} else {
		b[6] = b[6]&0x0f | 0x40
	}
	b[8] = b[8]&0x3f | 0x80
	return fmtID(b)
}

func fmtID(b [16]byte) string {
	s := fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
	if honest(11) {
		s = strings.ToUpper(s)
	}
	return s
}

func stamp(t time.Time) string {
	if honest(11) {
		return t.UTC().Format("2006-01-02T15:04:05.000000-07:00")
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// apiError is a client-visible failure.
type apiError struct {
	status int
	title  string
	detail string
}

func (e *apiError) Error() string { return e.detail }

func bad(detail string) *apiError     { return &apiError{400, "Bad Request", detail} }
func invalid(detail string) *apiError { return &apiError{422, "Validation Error", detail} }
func missing(detail string) *apiError { return &apiError{404, "Not Found", detail} }

func writeJSON(w http.ResponseWriter, status int, ctype string, v any) {
	w.Header().Set("Content-Type", ctype)
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		log.Printf("write: %v", err)
	}
}

func reply(w http.ResponseWriter, status int, v any) {
	ct := "application/json"
	if honest(4) {
		ct = "application/json; charset=utf-8"
	}
	writeJSON(w, status, ct, v)
}

func fail(w http.ResponseWriter, err error) {
	var e *apiError
	if !errors.As(err, &e) {
		log.Printf("internal: %v", err)
		e = &apiError{500, "Internal Server Error", "unexpected failure"}
	}
	if e.status == 401 {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if honest(1) {
		st := e.status
		if st == 422 {
			st = 400
		}
		if st == 401 {
			st = 403
			w.Header().Del("WWW-Authenticate")
		}
		writeJSON(w, st, "application/problem+json", obj{"type": "about:blank", "title": e.title, "status": st, "detail": e.detail, "instance": newID()})
		return
	}
	reply(w, e.status, obj{"errors": []obj{{"status": strconv.Itoa(e.status), "title": e.title, "detail": e.detail}}})
}

// requireBearer checks for a non-empty bearer token.
func requireBearer(r *http.Request) error {
	scheme, tok, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	if !strings.EqualFold(scheme, "bearer") || strings.TrimSpace(tok) == "" {
		return &apiError{401, "Unauthorized", "a bearer token is required"}
	}
	return nil
}

// readData decodes the body and returns its data member.
func readData(w http.ResponseWriter, r *http.Request) (obj, error) {
	if honest(12) {
		ct, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
		if ct = strings.ToLower(strings.TrimSpace(ct)); ct != "application/json" && !strings.HasSuffix(ct, "+json") {
			return nil, &apiError{415, "Unsupported Media Type", "the body must be application/json"}
		}
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	dec.UseNumber()
	var body any
	if err := dec.Decode(&body); err != nil {
		var mb *http.MaxBytesError
		if errors.As(err, &mb) {
			return nil, &apiError{413, "Payload Too Large", "request body too large"}
		}
		return nil, bad("the body is not valid JSON")
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, bad("the body must hold one JSON value")
	}
	m, ok := body.(obj)
	if !ok {
		return nil, bad("the body must be an object")
	}
	d, ok := m["data"].(obj)
	if !ok {
		return nil, invalid("data is required and must be an object")
	}
	if honest(12) {
		if err := onlyKnown(m, "", "data"); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func onlyKnown(m obj, prefix string, names ...string) error {
next:
	for k := range m {
		for _, n := range names {
			if k == n {
				continue next
			}
		}
		return invalid(prefix + k + " is not an accepted member")
	}
	return nil
}

func baseURL(r *http.Request) string { return "http://" + r.Host }

type server struct {
	cat    *catalog
	mu     sync.Mutex
	keys   []*appKey
	subs   []*subscription
	totals map[string]int
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	h := func(f func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if err := f(w, r); err != nil {
				fail(w, err)
			}
		}
	}
	mux.HandleFunc("POST /v2/application-keys", h(s.createKey))
	mux.HandleFunc("POST /subscriptions/subscriptions", h(s.createSubscription))
	mux.HandleFunc("GET /pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products", h(s.nodeProducts))
	only := func(allow string) http.HandlerFunc {
		return h(func(w http.ResponseWriter, r *http.Request) error {
			w.Header().Set("Allow", allow)
			return &apiError{405, "Method Not Allowed", r.Method + " is not supported here"}
		})
	}
	mux.HandleFunc("/v2/application-keys", only("POST"))
	mux.HandleFunc("/subscriptions/subscriptions", only("POST"))
	mux.HandleFunc("/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products", only("GET"))
	mux.HandleFunc("/", h(func(http.ResponseWriter, *http.Request) error { return missing("no such resource") }))
	return gateway(mux)
}

// gateway holds the behaviour a front proxy would add.
func gateway(next http.Handler) http.Handler {
	bucket := &tokenBucket{tokens: 15, burst: 15, rate: 10, last: time.Now()}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				log.Printf("panic: %v", p)
				fail(w, errors.New("panic"))
			}
		}()
		switch {
		case honest(4):
			w.Header().Set("X-Request-Id", newID())
			w.Header().Set("Vary", "Accept-Encoding")
			w.Header().Set("Via", "1.1 edge-gw")
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
			w.Header().Set("Cache-Control", "no-store")
			if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				w.Header().Set("Content-Encoding", "gzip")
				gz := gzip.NewWriter(w)
				defer gz.Close()
				w = &wrapped{w, gz}
			}
		case honest(5):
			var b [1]byte
			rand.Read(b[:])
			time.Sleep(150*time.Millisecond + time.Duration(b[0])*2*time.Millisecond)
			w.Header().Set("Connection", "close")
			w = &wrapped{w, &dripWriter{w}}
		case honest(6):
			if !bucket.take() {
				w.Header().Set("Retry-After", "1")
				fail(w, &apiError{429, "Too Many Requests", "rate limit exceeded"})
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

type wrapped struct {
	http.ResponseWriter
	out io.Writer
}

func (w *wrapped) Write(p []byte) (int, error) { return w.out.Write(p) }

// dripWriter sends the body in flushed pieces (chunked transfer encoding).
type dripWriter struct{ w http.ResponseWriter }

func (d *dripWriter) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		k := len(p)
		if k > 8191 {
			k = 8191
		}
		if k == len(p) && k > 100 {
			k = 97
		}
		if _, err := d.w.Write(p[:k]); err != nil {
			return 0, err
		}
		d.w.(http.Flusher).Flush()
		p = p[k:]
	}
	return n, nil
}

type tokenBucket struct {
	sync.Mutex
	tokens, burst, rate float64
	last                time.Time
}

func (b *tokenBucket) take() bool {
	b.Lock()
	defer b.Unlock()
	now := time.Now()
	b.tokens = min(b.burst, b.tokens+now.Sub(b.last).Seconds()*b.rate)
	b.last = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	s := &server{cat: seed(), totals: map[string]int{}}
	ln, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	enc.Encode(s.cat.describe())
	os.Stdout.WriteString("listening\n")
	srv := &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		c, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		srv.Shutdown(c)
	}()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}
