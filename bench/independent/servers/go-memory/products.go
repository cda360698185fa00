package main

import (
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

var filterRe = regexp.MustCompile(`(?s)^\s*([A-Za-z_]+)\(\s*([A-Za-z_.]+)\s*,(.*)\)\s*$`)

type predicate struct {
	op, attr string
	values   []string
}

func parseFilter(raw string) (*predicate, error) {
	m := filterRe.FindStringSubmatch(raw)
	if m == nil {
		return nil, bad("malformed filter")
	}
	p := &predicate{op: m[1], attr: m[2]}
	val := strings.TrimSpace(m[3])
	switch {
	case p.op == "eq" && (p.attr == "name" || p.attr == "slug"):
		p.values = []string{val}
	case p.op == "in" && p.attr == "id":
		for _, v := range strings.Split(val, ",") {
			p.values = append(p.values, strings.TrimSpace(v))
		}
		if fault(32) {
			p.values = p.values[:1]
		}
	case honest(14) && p.op == "eq" && (p.attr == "id" || p.attr == "sku"):
		p.values = []string{val}
	case honest(14) && p.op == "in" && (p.attr == "name" || p.attr == "slug" || p.attr == "sku"):
		p.values = strings.Split(val, ",")
	default:
		return nil, bad("unsupported filter: " + p.op + " on " + p.attr)
	}
	if fault(31) && p.attr == "name" {
		p.values[0], _, _ = strings.Cut(p.values[0], " ")
	}
	if fault(33) && p.attr == "slug" {
		p.values[0] = strings.ToLower(p.values[0])
	}
	return p, nil
}

func (p *predicate) match(x *product) bool {
	for _, v := range p.values {
		switch p.attr {
		case "name":
			if x.name == v || fault(15) && strings.Contains(x.name, v) {
				return true
			}
		case "slug":
			if x.slug == v {
				return true
			}
		case "sku":
			if x.sku == v {
				return true
			}
		case "id":
			if strings.EqualFold(x.id, v) {
				return true
			}
		}
	}
	return false
}

func intParam(q url.Values, key string, def, lo, hi int64) (int64, error) {
	if !q.Has(key) {
		return def, nil
	}
	n, err := strconv.ParseInt(q.Get(key), 10, 64)
	if err != nil || n < lo || n > hi {
		return 0, bad(key + " must be an integer from " + strconv.FormatInt(lo, 10) + " to " + strconv.FormatInt(hi, 10))
	}
	return n, nil
}

const (
	maxPage  = 100
	maxBound = 10000
)

func (s *server) nodeProducts(w http.ResponseWriter, r *http.Request) error {
	if honest(3) {
		if err := requireBearer(r); err != nil {
			return err
		}
	}
	hid, nid := r.PathValue("hierarchyID"), r.PathValue("nodeID")
	if !uuidRe.MatchString(hid) || !uuidRe.MatchString(nid) {
		return bad("hierarchy and node identifiers must be UUIDs")
	}
	n := s.cat.node(hid, nid)
	if n == nil {
		return missing("no such node in this hierarchy")
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return bad("malformed query string")
	}
	def, hi, offMax := int64(maxPage), int64(maxBound), int64(maxBound)
	if honest(7) {
		def, hi = 25, maxPage
	}
	if fault(34) {
		offMax = 1 << 40
	}
	limit, err := intParam(q, "page[limit]", def, 1, hi)
	if err != nil {
		return err
	}
	if limit > maxPage && !fault(29) {
		limit = maxPage
	}
	offset, err := intParam(q, "page[offset]", 0, 0, offMax)
	if err != nil {
		return err
	}
	filter := q.Get("filter")
	var pred *predicate
	if filter != "" {
		if pred, err = parseFilter(filter); err != nil {
			return err
		}
	}

	var rows []*product
	live, counted := 0, 0
	for _, p := range n.ordered {
		if p.live {
			live++
		}
		if pred != nil && !pred.match(p) {
			continue
		}
		counted++
		if p.live || fault(22) && pred != nil && pred.op == "in" {
			rows = append(rows, p)
		}
	}
	total := len(rows)
	if fault(23) {
		total = counted
	}
	if honest(10) {
		total = live
	}
	if fault(36) {
		s.mu.Lock()
		if t, ok := s.totals[n.id]; ok {
			total = t
		} else {
			s.totals[n.id] = total
		}
		s.mu.Unlock()
	}
	if n.curated {
		if fault(25) {
			sort.SliceStable(rows, func(i, j int) bool { return rows[i].name < rows[j].name })
		}
		if fault(26) && offset > 0 {
			sort.SliceStable(rows, func(i, j int) bool { return rows[i].id < rows[j].id })
		}
	}
	matched := len(rows)
	start := offset
	if fault(28) {
		start = offset * limit
	}
	if fault(19) && offset > 0 {
		start = offset + 1
	}
	rows = rows[min(start, int64(matched)):min(start+limit, int64(matched))]

	links := s.pageLinks(r, filter, offset, limit, int64(matched))
	data := make([]obj, 0, len(rows))
	for _, p := range rows {
		j := s.productJSON(p, n.curated)
		j["links"] = links
		data = append(data, j)
	}
	body := obj{
		"data":     data,
		"included": obj{"component_products": s.components(rows)},
		"meta":     obj{"results": obj{"total": total}},
	}
	if !honest(9) {
		body["links"] = links
	}
	if honest(14) {
		body["meta"] = obj{"results": obj{"total": total}, "page": obj{"limit": limit, "offset": offset}}
	}
	reply(w, http.StatusOK, body)
	return nil
}

func (s *server) pageLinks(r *http.Request, filter string, offset, limit, total int64) obj {
	at := func(off int64, withFilter bool) string {
		kv := []string{}
		add := func(k, v string) {
			if honest(8) {
				kv = append(kv, k+"="+strings.ReplaceAll(url.QueryEscape(v), "+", "%20"))
			} else {
				kv = append(kv, url.QueryEscape(k)+"="+url.QueryEscape(v))
			}
		}
		if filter != "" && withFilter {
			add("filter", filter)
		}
		add("page[limit]", strconv.FormatInt(limit, 10))
		add("page[offset]", strconv.FormatInt(off, 10))
		u := r.URL.EscapedPath() + "?" + strings.Join(kv, "&")
		if honest(8) {
			return u
		}
		return baseURL(r) + u
	}
	l := obj{"current": at(offset, true), "first": at(0, true), "last": nil, "prev": nil, "next": nil}
	if total > limit {
		l["last"] = at((total-1)/limit*limit, true)
	}
	if offset > 0 {
		l["prev"] = at(max(0, offset-limit), true)
	}
	if offset+limit < total {
		l["next"] = at(offset+limit, !fault(30))
	}
	if fault(18) {
		if l["prev"] == nil {
			l["prev"] = at(0, true)
		}
		if l["last"] == nil {
			l["last"] = at(0, true)
		}
		if l["next"] == nil {
			l["next"] = at(offset, true)
		}
	}
	if honest(8) {
		l["self"] = l["current"]
	}
	return l
}

// components lists the live component products of the bundles in rows, once each.
func (s *server) components(rows []*product) []obj {
	out := []obj{}
	if fault(35) {
		out = nil
	}
	seen := map[string]bool{}
	for _, p := range rows {
		for _, c := range p.components {
			for _, o := range c.options {
				if seen[o.id] || !o.live && !fault(24) {
					continue
				}
				seen[o.id] = true
				out = append(out, s.productJSON(o, false))
			}
		}
	}
	return out
}

func (s *server) productJSON(p *product, curated bool) obj {
	status := "draft"
	if p.live {
		status = "live"
	}
	a := obj{
		"name": p.name, "slug": p.slug, "sku": p.sku, "status": status,
		"commodity_type": p.commodity, "description": p.description,
		"product_types": []string{"standard"}, "variation_matrix": obj{}, "tags": p.tags,
		"locales": obj{},
	}
	if p.mpn != "" {
		a["mpn"] = p.mpn
	}
	if len(p.components) > 0 {
		a["product_types"] = []string{"bundle"}
		cs := obj{}
		for i, c := range p.components {
			opts := []obj{}
			for k, o := range c.options {
				if o.live || fault(24) {
					opts = append(opts, obj{"id": o.id, "type": "product", "quantity": 1, "sort_order": k, "default": k == 0})
				}
			}
			cs[c.key] = obj{"name": c.name, "options": opts, "min": 1, "max": 1, "sort_order": i}
		}
		a["components"] = cs
	}
	m := obj{"created_at": stamp(p.created), "updated_at": stamp(p.updated), "owner": "store"}
	j := obj{"id": p.id, "type": "product", "attributes": a, "meta": m, "relationships": obj{}}
	if honest(14) {
		j["attributes"] = obj{"name": p.name, "slug": p.slug, "sku": p.sku, "status": status, "admin_attributes": nil, "shopper_attributes": obj{"featured": "no"}}
		if cs, ok := a["components"]; ok {
			j["attributes"].(obj)["components"] = cs
		}
		a = j["attributes"].(obj)
		m["catalog_id"] = s.cat.id
		delete(j, "relationships")
	}
	if curated && !fault(27) {
		if honest(9) {
			m["curated_product"] = true
		} else {
			a["curated_product"] = true
		}
	}
	return j
}
