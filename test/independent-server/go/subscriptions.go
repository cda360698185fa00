package main

import (
	"net/http"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"
)

type subscriptionRequest struct {
	Data *subscriptionInput `json:"data"`
}

type subscriptionInput struct {
	ExternalRef      *string           `json:"external_ref"`
	AccountID        *string           `json:"account_id"`
	OfferingID       *string           `json:"offering_id"`
	PlanID           *string           `json:"plan_id"`
	Currency         *string           `json:"currency"`
	PaymentAuthority *paymentAuthority `json:"payment_authority"`
	// meta is listed in the schema but the service sets it itself; what a client sends is ignored.
}

type paymentAuthority struct {
	Type       *string `json:"type"`
	CustomerID *string `json:"customer_id"`
	CardID     *string `json:"card_id"`
	Name       *string `json:"name"`
	Email      *string `json:"email"`
}

type subscriptionResource struct {
	ID         string                 `json:"id,omitempty"`
	Type       string                 `json:"type"`
	Attributes subscriptionAttributes `json:"attributes"`
}

type subscriptionAttributes struct {
	ExternalRef *string          `json:"external_ref,omitempty"`
	AccountID   string           `json:"account_id"`
	Offering    offering         `json:"offering"`
	PlanID      string           `json:"plan_id"`
	Currency    string           `json:"currency"`
	Meta        subscriptionMeta `json:"meta"`
}

type subscriptionMeta struct {
	Owner      string     `json:"owner"`
	Timestamps timestamps `json:"timestamps"`
	Status     string     `json:"status"`
}

type timestamps struct {
	UpdatedAt string `json:"updated_at"`
	CreatedAt string `json:"created_at"`
}

type offering struct {
	ID            string             `json:"id,omitempty"`
	Type          string             `json:"type"`
	Attributes    offeringAttributes `json:"attributes"`
	Relationships map[string]any     `json:"relationships,omitempty"`
	Meta          struct {
		ExternalProductRefs []string   `json:"external_product_refs"`
		Owner               string     `json:"owner"`
		Timestamps          timestamps `json:"timestamps"`
	} `json:"meta"`
	plans []string
}

type offeringAttributes struct {
	ExternalRef *string `json:"external_ref,omitempty"`
	Name        string  `json:"name"`
	Description *string `json:"description,omitempty"`
	UpdatedAt   string  `json:"updated_at"`
	CreatedAt   string  `json:"created_at"`
}

// text checks a required string with bounds counted in characters.
func (e *fieldErrors) text(field string, v *string, min, max int) {
	if v == nil {
		e.add(field, "is required")
		return
	}
	if n := utf8.RuneCountInString(*v); n < min || n > max {
		e.add(field, "must have %d to %d characters", min, max)
	}
}

func (e *fieldErrors) uuid(field string, v *string) {
	if v == nil {
		e.add(field, "is required")
	} else if !isUUID(*v) {
		e.add(field, "must be a UUID")
	}
}

func validEmail(s string) bool {
	addr, err := mail.ParseAddress(s)
	return err == nil && addr.Address == s
}

func (p *paymentAuthority) validate(errs *fieldErrors) {
	const at = "data.payment_authority."
	switch {
	case p.Type == nil || *p.Type == "":
		errs.add(at+"type", "is required")
	case *p.Type != "payments_gateway_a" && *p.Type != "payments_gateway_b" && !fault("sub-gateway-any"):
		errs.add(at+"type", "must be payments_gateway_a or payments_gateway_b")
	}
	errs.text(at+"customer_id", p.CustomerID, 1, 1024)
	errs.text(at+"card_id", p.CardID, 1, 1024)
	minName := 3
	if fault("sub-payer-name-two") {
		minName = 2
	}
	errs.text(at+"name", p.Name, minName, 1024)
	errs.text(at+"email", p.Email, 3, 1024)
	if p.Email != nil && !validEmail(*p.Email) && !fault("sub-email-unchecked") {
		errs.add(at+"email", "must be an e-mail address")
	}
}

func (in *subscriptionInput) validate() (errs fieldErrors) {
	if in == nil {
		errs.add("data", "is required")
		return errs
	}
	if in.ExternalRef != nil {
		n := utf8.RuneCountInString(*in.ExternalRef)
		if fault("sub-ref-bytes") {
			n = len(*in.ExternalRef)
		}
		if n > 2048 {
			errs.add("data.external_ref", "must have at most 2048 characters")
		}
	}
	errs.uuid("data.account_id", in.AccountID)
	errs.uuid("data.offering_id", in.OfferingID)
	if in.PlanID != nil || !fault("sub-plan-optional") {
		errs.uuid("data.plan_id", in.PlanID)
	}
	if in.Currency == nil {
		errs.add("data.currency", "is required")
	} else {
		if fault("sub-currency-upcased") {
			upper := strings.ToUpper(*in.Currency)
			in.Currency = &upper
		}
		if !isoCurrencies[*in.Currency] {
			errs.add("data.currency", "must be an ISO 4217 code in uppercase")
		}
	}
	if in.PaymentAuthority != nil {
		in.PaymentAuthority.validate(&errs)
	}
	return errs
}

// resolve checks the references of a valid input against the shop.
func (s *server) resolve(in *subscriptionInput) (off offering, errs fieldErrors) {
	if !s.shop.accounts[strings.ToLower(*in.AccountID)] {
		errs.add("data.account_id", "is not a known account")
	}
	off, ok := s.shop.offerings[strings.ToLower(*in.OfferingID)]
	if !ok {
		errs.add("data.offering_id", "is not a known offering")
		return off, errs
	}
	if in.PlanID != nil && !contains(off.plans, strings.ToLower(*in.PlanID)) {
		errs.add("data.plan_id", "is not a plan of the offering")
	}
	if p := in.PaymentAuthority; p != nil && variant("known-card") &&
		(*p.CustomerID != knownPayment["customer_id"] || *p.CardID != knownPayment["card_id"]) {
		errs.add("data.payment_authority.card_id", "is not a card of this customer at the gateway")
	}
	return off, errs
}

func (s *server) createSubscription(w http.ResponseWriter, r *http.Request) {
	var req subscriptionRequest
	if !readBody(w, r, &req) {
		return
	}
	in := req.Data
	errs := in.validate()
	var off offering
	if len(errs) == 0 {
		off, errs = s.resolve(in)
	}
	if len(errs) > 0 {
		writeProblem(w, http.StatusUnprocessableEntity, "validation failed", errs...)
		return
	}

	now := timestamp(time.Now())
	attrs := subscriptionAttributes{
		ExternalRef: in.ExternalRef,
		AccountID:   *in.AccountID,
		Offering:    off,
		Currency:    *in.Currency,
		Meta:        subscriptionMeta{Owner: "store", Timestamps: timestamps{now, now}, Status: "active"},
	}
	if in.PlanID != nil {
		attrs.PlanID = *in.PlanID
	}
	if in.PaymentAuthority != nil && fault("sub-payment-plan-copy") {
		attrs.PlanID = *in.OfferingID
	}
	if attrs.ExternalRef != nil && fault("sub-ref-truncated") {
		if runes := []rune(*attrs.ExternalRef); len(runes) > 255 {
			cut := string(runes[:255])
			attrs.ExternalRef = &cut
		}
	}
	if fault("sub-refs-null") && len(off.Meta.ExternalProductRefs) == 0 {
		attrs.Offering.Meta.ExternalProductRefs = nil
	}
	sub := subscriptionResource{ID: newUUID(), Type: "subscription", Attributes: attrs}

	s.mu.Lock()
	if fault("sub-cached") {
		cacheKey := attrs.AccountID + "/" + off.ID + "/" + attrs.PlanID
		if cached, ok := s.subsByPlan[cacheKey]; ok {
			sub = cached
		}
		s.subsByPlan[cacheKey] = sub
	}
	s.subscriptions[sub.ID] = sub
	s.mu.Unlock()

	status := http.StatusCreated
	if variant("sub-created-200") {
		status = http.StatusOK
	}
	if variant("lean") {
		sub.ID = ""
		sub.Attributes.Offering.ID = ""
		sub.Attributes.Offering.Relationships = nil
		sub.Attributes.Offering.Attributes.Description = nil
	}
	writeJSON(w, status, "application/json", map[string]any{"data": sub})
}

func contains(list []string, v string) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

var isoCurrencies = func() map[string]bool {
	const codes = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
	CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
	HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL
	MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
	RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
	UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG`
	set := map[string]bool{}
	for _, c := range strings.Fields(codes) {
		set[c] = true
	}
	return set
}()
