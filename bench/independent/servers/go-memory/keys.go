package main

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type appKey struct {
	id, name, clientID, clientSecret string
	limit                            int64
	at                               time.Time
}

func randToken(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

func (s *server) createKey(w http.ResponseWriter, r *http.Request) error {
	if !fault(1) {
		if err := requireBearer(r); err != nil {
			return err
		}
	}
	d, err := readData(w, r)
	if err != nil {
		return err
	}
	if honest(12) {
		if err := onlyKnown(d, "data.", "type", "name", "reserved_rate_limit"); err != nil {
			return err
		}
	}
	if t, _ := d["type"].(string); t != "application_key" && !fault(4) {
		return invalid("data.type must be application_key")
	}
	name, ok := d["name"].(string)
	if _, given := d["name"]; fault(3) && !given {
		ok, name = true, "unnamed"
	}
	if !ok || strings.TrimSpace(name) == "" {
		return invalid("data.name is required and must be a string")
	}
	limit := int64(0)
	if v, given := d["reserved_rate_limit"]; given {
		num, isNum := v.(json.Number)
		if fault(5) {
			if str, isStr := v.(string); isStr {
				num, isNum = json.Number(str), true
			}
			if f, err := num.Float64(); err == nil {
				num = json.Number(strconv.FormatInt(int64(f), 10))
			}
		}
		n, err := strconv.ParseInt(num.String(), 10, 64)
		if !isNum || err != nil {
			return invalid("data.reserved_rate_limit must be an integer")
		}
		limit = n
		if fault(6) {
			limit = int64(int32(n))
		}
	}
	if rs := []rune(name); fault(8) && len(rs) > 64 {
		name = string(rs[:64])
	}

	s.mu.Lock()
	if honest(13) {
		for _, k := range s.keys {
			if k.name == name {
				s.mu.Unlock()
				return &apiError{409, "Conflict", "an application key of this name exists"}
			}
		}
	}
	k := &appKey{newID(), name, randToken(24), randToken(36), limit, time.Now()}
	s.keys = append(s.keys, k)
	linked := k.id
	if fault(7) {
		linked = s.keys[0].id
	}
	s.mu.Unlock()

	links := obj{"self": baseURL(r) + "/v2/application-keys/" + linked}
	stamps := obj{"last_used_at": stamp(k.at), "created_at": stamp(k.at), "updated_at": stamp(k.at)}
	if fault(9) {
		stamps["last_used_at"] = nil
	}
	data := obj{
		"id": k.id, "type": "application_key", "name": k.name,
		"client_id": k.clientID, "client_secret": k.clientSecret,
		"reserved_rate_limit": k.limit,
		"meta":                obj{"timestamps": stamps},
	}
	body := obj{"data": data}
	if honest(9) {
		body["links"] = links
	} else {
		data["links"] = links
	}
	if honest(14) {
		data["description"] = ""
		data["scopes"] = []string{}
		body["meta"] = obj{"request_id": newID()}
	}
	status := http.StatusCreated
	if fault(2) {
		status = http.StatusOK
	} else {
		w.Header().Set("Location", links["self"].(string))
	}
	reply(w, status, body)
	return nil
}
