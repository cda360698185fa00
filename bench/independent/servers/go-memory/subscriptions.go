package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	emailRe = regexp.MustCompile(`^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$`)
	isoCode = map[string]bool{}
)

func init() {
	for _, c := range strings.Fields(`AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN
BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA
MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND
VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`) {
		isoCode[c] = true
	}
}

type subscription struct {
	id, account, plan, currency string
	ref                         *string
	at                          time.Time
}

func length(s string) int {
	if fault(12) {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

// text reads a string member and checks its length bounds.
func text(m obj, prefix, key string, required bool, lo, hi int) (string, bool, error) {
	v, given := m[key]
	if !given {
		if required {
			return "", false, invalid(prefix + key + " is required")
		}
		return "", false, nil
	}
	s, ok := v.(string)
	if !ok {
		return "", false, invalid(prefix + key + " must be a string")
	}
	if n := length(s); n < lo || n > hi {
		return "", false, invalid(fmt.Sprintf("%s%s must have %d to %d characters", prefix, key, lo, hi))
	}
	return s, true, nil
}

func (s *server) createSubscription(w http.ResponseWriter, r *http.Request) error {
	if honest(3) {
		if err := requireBearer(r); err != nil {
			return err
		}
	}
	d, err := readData(w, r)
	if err != nil {
		return err
	}
	if honest(12) {
		if err := onlyKnown(d, "data.", "type", "external_ref", "account_id", "offering_id", "plan_id", "currency", "payment_authority"); err != nil {
			return err
		}
	}
	refMax := 2048
	if fault(11) {
		refMax = 1 << 20
	}
	ref, hasRef, err := text(d, "data.", "external_ref", false, 0, refMax)
	if err != nil {
		return err
	}
	ids := map[string]string{}
	for _, k := range []string{"account_id", "offering_id", "plan_id"} {
		v, _, err := text(d, "data.", k, true, 1, 64)
		if err != nil {
			return err
		}
		if !uuidRe.MatchString(v) {
			return invalid("data." + k + " must be a UUID")
		}
		ids[k] = v
	}
	cur, _, err := text(d, "data.", "currency", true, 3, 1024)
	if err != nil {
		return err
	}
	if fault(10) {
		cur = strings.ToUpper(cur)
	}
	if !isoCode[cur] {
		return invalid("data.currency must be a three-letter uppercase ISO currency code")
	}
	if v, given := d["payment_authority"]; given {
		pa, ok := v.(obj)
		if !ok {
			return invalid("data.payment_authority must be an object")
		}
		if err := checkPayment(pa); err != nil {
			return err
		}
	}
	off := s.cat.offering
	if !strings.EqualFold(ids["offering_id"], off.id) {
		return missing("offering not found")
	}
	if !strings.EqualFold(ids["plan_id"], off.plan) {
		return invalid("the plan is not part of the offering")
	}
	if honest(12) {
		if !strings.EqualFold(ids["account_id"], off.account) {
			return missing("account not found")
		}
		if cur != off.currency {
			return invalid("the plan has no price in this currency")
		}
	}

	sub := &subscription{id: newID(), account: ids["account_id"], plan: ids["plan_id"], currency: cur, at: time.Now()}
	if hasRef {
		sub.ref = &ref
	}
	s.mu.Lock()
	if honest(13) && hasRef {
		for _, o := range s.subs {
			if o.ref != nil && *o.ref == ref {
				s.mu.Unlock()
				return &apiError{409, "Conflict", "a subscription with this external_ref exists"}
			}
		}
	}
	if fault(17) {
		for _, o := range s.subs {
			if strings.EqualFold(o.account, sub.account) {
				sub.ref = o.ref
				break
			}
		}
	}
	s.subs = append(s.subs, sub)
	s.mu.Unlock()

	status := http.StatusCreated
	if honest(2) {
		status = http.StatusOK
	}
	reply(w, status, obj{"data": s.subscriptionJSON(sub)})
	return nil
}

func checkPayment(pa obj) error {
	const p = "data.payment_authority."
	if honest(12) {
		if err := onlyKnown(pa, p, "type", "customer_id", "card_id", "name", "email"); err != nil {
			return err
		}
	}
	hi := 1024
	if fault(20) {
		hi = 1025
	}
	typ, _, err := text(pa, p, "type", true, 0, 1024)
	if err != nil {
		return err
	}
	if typ != "payments_gateway_a" && typ != "payments_gateway_b" && !fault(13) {
		return invalid(p + "type must be payments_gateway_a or payments_gateway_b")
	}
	if _, _, err := text(pa, p, "customer_id", true, 0, hi); err != nil {
		return err
	}
	if _, _, err := text(pa, p, "card_id", !fault(14), 0, hi); err != nil {
		return err
	}
	if _, _, err := text(pa, p, "name", true, 3, hi); err != nil {
		return err
	}
	email, _, err := text(pa, p, "email", true, 3, hi)
	if err != nil {
		return err
	}
	if !emailRe.MatchString(email) {
		return invalid(p + "email must be an e-mail address")
	}
	return nil
}

func (s *server) subscriptionJSON(sub *subscription) obj {
	off := s.cat.offering
	refs := []string{}
	if fault(21) {
		refs = nil
	}
	cur := sub.currency
	if fault(16) {
		cur = off.currency
	}
	at := stamp(sub.at)
	offering := obj{
		"id": off.id, "type": "subscription_offering",
		"attributes": obj{
			"name": off.name, "description": off.description,
			"created_at": stamp(off.created), "updated_at": stamp(off.updated),
		},
		"meta": obj{
			"external_product_refs": refs, "owner": "store",
			"timestamps": obj{"created_at": stamp(off.created), "updated_at": stamp(off.updated)},
		},
	}
	meta := obj{
		"owner": "store", "status": "active",
		"timestamps": obj{"created_at": at, "updated_at": at},
	}
	attrs := obj{
		"account_id": sub.account, "offering": offering, "plan_id": sub.plan, "currency": cur, "meta": meta,
	}
	if sub.ref != nil {
		attrs["external_ref"] = *sub.ref
	}
	if honest(2) {
		meta["state"] = obj{
			"id": newID(), "type": "subscription_state", "attributes": obj{"action": "resume"},
			"meta": obj{"created_at": at, "canceled": false, "paused": false, "closed": false, "invoice_after": stamp(sub.at.AddDate(0, 1, 0))},
		}
		attrs["relationships"] = obj{"plans": obj{"data": []obj{{"id": off.plan, "type": "subscription_plan"}}}}
	}
	data := obj{"id": sub.id, "type": "subscription", "attributes": attrs}
	if honest(14) {
		data["links"] = obj{"self": "/subscriptions/subscriptions/" + sub.id}
		attrs["go_live_after"] = nil
		meta["version"] = 1
	}
	return data
}
