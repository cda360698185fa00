package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

const (
	maxOffset   = 10000
	limitBound  = 10000
	maxPageSize = 100
)

type product struct {
	ID            string            `json:"id"`
	Type          string            `json:"type"`
	Attributes    productAttributes `json:"attributes"`
	Meta          *productMeta      `json:"meta,omitempty"`
	Relationships map[string]any    `json:"relationships,omitempty"`
	Links         *pageLinks        `json:"links,omitempty"`
}

type productAttributes struct {
	Name            string                 `json:"name"`
	Description     string                 `json:"description,omitempty"`
	Slug            string                 `json:"slug"`
	SKU             string                 `json:"sku,omitempty"`
	Status          string                 `json:"status"`
	CommodityType   string                 `json:"commodity_type,omitempty"`
	UPCEAN          string                 `json:"upc_ean,omitempty"`
	MPN             string                 `json:"mpn,omitempty"`
	ExternalRef     string                 `json:"external_ref,omitempty"`
	Locales         map[string]any         `json:"locales,omitempty"`
	Tags            []string               `json:"tags,omitempty"`
	CustomInputs    map[string]customInput `json:"custom_inputs,omitempty"`
	BuildRules      *buildRules            `json:"build_rules,omitempty"`
	Components      map[string]component   `json:"components,omitempty"`
	Variations      []variation            `json:"variations,omitempty"`
	ProductTypes    any                    `json:"product_types,omitempty"`
	VariationMatrix map[string]any         `json:"variation_matrix"`
	CuratedProduct  bool                   `json:"curated_product,omitempty"`
}

type productMeta struct {
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
	Owner     string `json:"owner"`
}

type customInput struct {
	Name  string           `json:"name"`
	Rules []validationRule `json:"validation_rules"`
}

type validationRule struct {
	Type    string `json:"type"`
	Options struct {
		MaxLength int  `json:"max_length"`
		Required  bool `json:"required"`
	} `json:"options"`
}

type buildRules struct {
	Default string     `json:"default"`
	Include [][]string `json:"include"`
	Exclude [][]string `json:"exclude"`
}

type component struct {
	Name      string            `json:"name"`
	Options   []componentOption `json:"options"`
	Min       int               `json:"min"`
	Max       int               `json:"max"`
	SortOrder int               `json:"sort_order"`
}

type componentOption struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	Quantity  int    `json:"quantity"`
	SortOrder int    `json:"sort_order"`
	Default   bool   `json:"default"`
}

type variation struct {
	ID      string            `json:"id"`
	Name    string            `json:"name"`
	Options []variationOption `json:"options"`
}

type variationOption struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

type pageLinks struct {
	Current string  `json:"current"`
	First   string  `json:"first"`
	Last    *string `json:"last"`
	Prev    *string `json:"prev"`
	Next    *string `json:"next"`
}

// node holds the products attached to one node of a hierarchy, drafts included.
type node struct {
	hierarchy, id string
	products      []*product
	curated       []string // ids in curated order; may name products that are not live
}

func (n *node) rank() map[string]int {
	rank := make(map[string]int, len(n.curated))
	for i, id := range n.curated {
		rank[id] = i
	}
	return rank
}

// listing returns the products that satisfy keep: curated ones first, in curated order, then the others.
func (n *node) listing(keep func(*product) bool) []*product {
	var out []*product
	for _, p := range n.products {
		if keep(p) {
			out = append(out, p)
		}
	}
	if variant("order-newest") {
		sort.SliceStable(out, func(i, j int) bool { return out[i].Meta.CreatedAt > out[j].Meta.CreatedAt })
	}
	if fault("node-curated-per-page") {
		return out
	}
	return n.curate(out)
}

func (n *node) curate(list []*product) []*product {
	rank := n.rank()
	sort.SliceStable(list, func(i, j int) bool {
		ri, iCurated := rank[list[i].ID]
		rj, jCurated := rank[list[j].ID]
		if iCurated && jCurated {
			return ri < rj
		}
		return iCurated && !jCurated
	})
	return list
}

func isLive(p *product) bool { return p.Attributes.Status == "live" }

// --- filter ---

type predicate func(*product) bool

var (
	filterPattern     = regexp.MustCompile(`(?s)^(eq|in)\(([a-z_]+),(.*)\)$`)
	narrowNamePattern = regexp.MustCompile(`^eq\(name,[\w\s.,()&'/]+\)$`) // only used by the fault node-hyphen-name
)

func parseFilter(expr string) (predicate, error) {
	if expr == "" {
		return func(*product) bool { return true }, nil
	}
	m := filterPattern.FindStringSubmatch(expr)
	if m == nil {
		return nil, errors.New("the filter is not of the form eq(attribute,value) or in(attribute,values)")
	}
	op, attr, value := m[1], m[2], m[3]
	switch op + " " + attr {
	case "eq name":
		if fault("node-hyphen-name") && !narrowNamePattern.MatchString(expr) {
			return nil, errors.New("the filter value has an invalid character")
		}
		return func(p *product) bool { return p.Attributes.Name == value }, nil
	case "eq slug":
		if fault("node-slug-copy") {
			return func(p *product) bool { return p.Attributes.Name == value }, nil
		}
		return func(p *product) bool { return p.Attributes.Slug == value }, nil
	case "in id":
		ids := map[string]bool{}
		for _, id := range strings.Split(value, ",") {
			ids[strings.ToLower(strings.TrimSpace(id))] = true
		}
		return func(p *product) bool { return ids[p.ID] }, nil
	}
	return nil, fmt.Errorf("the operator %s is not supported for %s", op, attr)
}

// --- paging ---

type page struct{ offset, limit int }

func parsePage(q url.Values) (page, error) {
	pg := page{limit: 25}
	if variant("page-size-10") {
		pg.limit = 10
	}
	for _, f := range []struct {
		name     string
		dst      *int
		min, max int
	}{{"page[offset]", &pg.offset, 0, maxOffset}, {"page[limit]", &pg.limit, 1, limitBound}} {
		raw := q.Get(f.name)
		if raw == "" {
			continue
		}
		v, err := strconv.Atoi(raw)
		unbounded := f.name == "page[offset]" && fault("node-offset-unbounded")
		if err != nil || v < f.min || v > f.max && !unbounded {
			return pg, fmt.Errorf("%s must be an integer between %d and %d", f.name, f.min, f.max)
		}
		*f.dst = v
	}
	if pg.limit > maxPageSize {
		if variant("limit-rejected") {
			return pg, fmt.Errorf("page[limit] must be at most %d", maxPageSize)
		}
		pg.limit = maxPageSize
	}
	if fault("node-offset-capped") && pg.offset > maxPageSize {
		pg.offset = maxPageSize
	}
	return pg, nil
}

func (pg page) slice(list []*product) []*product {
	start := min(pg.offset, len(list))
	end := start + pg.limit
	if end > len(list) {
		end = len(list)
		if fault("node-last-page-short") {
			end = max(start, len(list)-1)
		}
	}
	return list[start:end]
}

func (pg page) links(r *http.Request, total int) *pageLinks {
	at := func(offset int) string {
		q := url.Values{}
		if f := r.URL.Query().Get("filter"); f != "" {
			q.Set("filter", f)
		}
		q.Set("page[offset]", strconv.Itoa(offset))
		q.Set("page[limit]", strconv.Itoa(pg.limit))
		link := r.URL.Path + "?" + q.Encode()
		if variant("links-absolute") {
			link = baseURL(r) + link
		}
		return link
	}
	ptr := func(offset int) *string { s := at(offset); return &s }

	l := &pageLinks{Current: at(pg.offset), First: at(0)}
	if total > pg.limit {
		l.Last = ptr((total - 1) / pg.limit * pg.limit)
	}
	if pg.offset > 0 || fault("node-prev-first") {
		l.Prev = ptr(max(0, pg.offset-pg.limit))
	}
	if pg.offset+pg.limit < total {
		l.Next = ptr(pg.offset + pg.limit)
	}
	return l
}

// --- handler ---

func (s *server) listNodeProducts(w http.ResponseWriter, r *http.Request) {
	hierarchyID, nodeID := strings.ToLower(r.PathValue("hierarchyID")), strings.ToLower(r.PathValue("nodeID"))
	if !isUUID(hierarchyID) || !isUUID(nodeID) {
		writeProblem(w, http.StatusBadRequest, "hierarchy and node must be UUIDs")
		return
	}
	n, ok := s.shop.nodes[hierarchyID+"/"+nodeID]
	if !ok {
		writeProblem(w, http.StatusNotFound, "no such node in the published catalog")
		return
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		writeProblem(w, http.StatusBadRequest, "malformed query string")
		return
	}
	filter := q.Get("filter")
	matches, err := parseFilter(filter)
	if err != nil {
		writeProblem(w, http.StatusBadRequest, err.Error())
		return
	}
	pg, err := parsePage(q)
	if err != nil {
		writeProblem(w, http.StatusBadRequest, err.Error())
		return
	}

	keep := func(p *product) bool { return isLive(p) && matches(p) }
	if fault("node-draft-by-id") && strings.HasPrefix(filter, "in(") {
		keep = matches
	}
	s.mu.Lock()
	total := 0
	if fault("node-total-drafts") {
		for _, p := range n.products {
			if matches(p) {
				total++
			}
		}
	}
	found := n.listing(keep)
	if filter != "" && fault("node-filter-in-place") {
		kept := n.products[:0] // shares the node's own array
		for _, p := range n.products {
			if keep(p) {
				kept = append(kept, p)
			}
		}
	}
	s.mu.Unlock()
	if !fault("node-total-drafts") {
		total = len(found)
	}
	rows := pg.slice(found)
	if fault("node-curated-per-page") {
		rows = n.curate(append([]*product(nil), rows...))
	}

	rank, links := n.rank(), pg.links(r, total)
	data := make([]product, 0, len(rows))
	for _, p := range rows {
		v := view(p)
		_, v.Attributes.CuratedProduct = rank[p.ID]
		v.Links = links
		data = append(data, v)
	}
	writeJSON(w, http.StatusOK, "application/json", map[string]any{
		"data":     data,
		"included": map[string]any{"component_products": s.componentProducts(rows)},
		"meta":     map[string]any{"results": map[string]int{"total": total}},
	})
}

// view copies a stored product into its response form.
func view(p *product) product {
	v := *p
	if variant("lean") {
		v.Meta, v.Relationships = nil, nil
		v.Attributes = productAttributes{Name: p.Attributes.Name, Slug: p.Attributes.Slug, Status: p.Attributes.Status,
			ProductTypes: p.Attributes.ProductTypes, Components: p.Attributes.Components, VariationMatrix: p.Attributes.VariationMatrix}
	}
	if types, ok := v.Attributes.ProductTypes.([]string); ok && len(types) == 1 && fault("node-types-scalar") {
		v.Attributes.ProductTypes = types[0]
	}
	return v
}

// componentProducts lists the live products that the bundles among rows are made of, each once.
func (s *server) componentProducts(rows []*product) []product {
	out, seen := []product{}, map[string]bool{}
	for _, p := range rows {
		for _, name := range sortedKeys(p.Attributes.Components) {
			for _, o := range p.Attributes.Components[name].Options {
				c, ok := s.shop.products[o.ID]
				if !ok || !isLive(c) || seen[o.ID] || !o.Default && fault("node-included-default-only") {
					continue
				}
				seen[o.ID] = true
				out = append(out, view(c))
			}
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
