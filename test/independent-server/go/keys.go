package main

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	maxReservedRate = 10000
	keyQuota        = 25 // variant key-quota
)

type keyRequest struct {
	Data *struct {
		Type              *string `json:"type"`
		Name              *string `json:"name"`
		ReservedRateLimit *int64  `json:"reserved_rate_limit"`
	} `json:"data"`
}

type keyTimestamps struct {
	LastUsedAt *string `json:"last_used_at"`
	CreatedAt  string  `json:"created_at"`
	UpdatedAt  string  `json:"updated_at"`
}

type applicationKey struct {
	ID                string `json:"id"`
	Type              string `json:"type"`
	Name              string `json:"name"`
	ClientID          string `json:"client_id"`
	ClientSecret      string `json:"client_secret"`
	ReservedRateLimit any    `json:"reserved_rate_limit"`
	Meta              struct {
		Timestamps keyTimestamps `json:"timestamps"`
	} `json:"meta"`
	Links struct {
		Self string `json:"self"`
	} `json:"links"`
}

func (in *keyRequest) validate() (errs fieldErrors) {
	if in.Data == nil {
		errs.add("data", "is required")
		return errs
	}
	d := in.Data
	switch {
	case d.Type == nil:
		if !fault("key-type-optional") {
			errs.add("data.type", "is required")
		}
	case *d.Type != "application_key":
		errs.add("data.type", "must be application_key")
	}
	if (d.Name == nil || strings.TrimSpace(*d.Name) == "") && !fault("key-name-optional") {
		errs.add("data.name", "is required")
	}
	if n := d.ReservedRateLimit; n != nil && (*n < 0 || *n > maxReservedRate) {
		errs.add("data.reserved_rate_limit", "must be between 0 and %d", maxReservedRate)
	}
	return errs
}

func (s *server) createKey(w http.ResponseWriter, r *http.Request) {
	in := &keyRequest{}
	if fault("key-reused-struct") {
		s.mu.Lock()
		defer s.mu.Unlock()
		in = &s.keyInput // decoded over what the previous request left
	}
	if !readBody(w, r, in) {
		return
	}
	if errs := in.validate(); len(errs) > 0 {
		writeProblem(w, http.StatusUnprocessableEntity, "validation failed", errs...)
		return
	}

	now := timestamp(time.Now())
	key := applicationKey{
		ID:           newUUID(),
		Type:         "application_key",
		ClientID:     hex.EncodeToString(randomBytes(20)),
		ClientSecret: hex.EncodeToString(randomBytes(20)),
	}
	if in.Data.Name != nil {
		key.Name = *in.Data.Name
	}
	if variant("names-trimmed") {
		key.Name = strings.TrimSpace(key.Name)
	}
	var rate int64
	if in.Data.ReservedRateLimit != nil {
		rate = *in.Data.ReservedRateLimit
	}
	key.ReservedRateLimit = rate
	if fault("key-rate-string") && rate != 0 {
		key.ReservedRateLimit = strconv.FormatInt(rate, 10)
	}
	key.Meta.Timestamps = keyTimestamps{LastUsedAt: &now, CreatedAt: now, UpdatedAt: now}
	if fault("key-last-used-null") {
		key.Meta.Timestamps.LastUsedAt = nil
	}
	key.Links.Self = baseURL(r) + "/v2/application-keys/" + key.ID
	if fault("key-self-client-id") {
		key.Links.Self = baseURL(r) + "/v2/application-keys/" + key.ClientID
	}

	if !fault("key-reused-struct") {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	if variant("key-quota") && len(s.keys) >= keyQuota {
		writeProblem(w, http.StatusTooManyRequests, "the store has reached its number of application keys")
		return
	}
	s.keys[key.ID] = key

	status := http.StatusCreated
	if fault("key-status-200") {
		status = http.StatusOK
	}
	writeJSON(w, status, "application/json", map[string]any{"data": key})
}

func baseURL(r *http.Request) string { return "http://" + r.Host }
