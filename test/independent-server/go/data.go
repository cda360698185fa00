package main

import (
	"crypto/sha1"
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"time"
)

const apiToken = "opk_7f3c1d90a2e84b6f"

var knownPayment = map[string]any{
	"type": "payments_gateway_a", "customer_id": "cus_Nf83kd02", "card_id": "card_1PqLzX77",
	"name": "Maren Oduya", "email": "maren.oduya@example.com",
}

// shop is the deterministic in-memory data of the service.
type shop struct {
	accounts  map[string]bool
	offerings map[string]offering
	products  map[string]*product
	nodes     map[string]*node // by "hierarchy/node"
	order     []*node
	skus      int
}

func stableUUID(name string) string {
	sum := sha1.Sum([]byte("shopserver/" + name))
	return formatUUID(sum[:16], 5)
}

func newShop() *shop {
	s := &shop{accounts: map[string]bool{}, offerings: map[string]offering{}, products: map[string]*product{}, nodes: map[string]*node{}}
	for i := 1; i <= 5; i++ {
		s.accounts[stableUUID(fmt.Sprintf("account/%d", i))] = true
	}
	s.addOffering("Coffee Club", "Fresh beans at your door, every month.", nil, "monthly", "yearly")
	s.addOffering("Filter Refill", "", []string{"sku-filter-refill-3"}, "quarterly")

	furniture, kitchen := stableUUID("hierarchy/furniture"), stableUUID("hierarchy/kitchen")
	s.fillFurniture(furniture)
	s.fillKitchen(kitchen)
	return s
}

func (s *shop) addOffering(name, description string, refs []string, plans ...string) {
	created := "2024-02-12T08:15:00.000Z"
	o := offering{ID: stableUUID("offering/" + name), Type: "subscription_offering"}
	o.Attributes = offeringAttributes{Name: name, CreatedAt: created, UpdatedAt: created}
	if description != "" {
		o.Attributes.Description = &description
	}
	o.Meta.ExternalProductRefs = append([]string{}, refs...)
	o.Meta.Owner = "store"
	o.Meta.Timestamps = timestamps{created, created}
	linked := []map[string]string{}
	for _, p := range plans {
		id := stableUUID("plan/" + name + "/" + p)
		o.plans = append(o.plans, id)
		linked = append(linked, map[string]string{"id": id, "type": "subscription_plan"})
	}
	o.Relationships = map[string]any{"plans": map[string]any{"data": linked}}
	s.offerings[o.ID] = o
}

func (s *shop) addNode(hierarchy, name string) *node {
	n := &node{hierarchy: hierarchy, id: stableUUID("node/" + name)}
	s.nodes[hierarchy+"/"+n.id] = n
	s.order = append(s.order, n)
	return n
}

var notSlug = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// addProduct attaches a new standard product to n. Slugs are derived from the name and made unique with a number.
func (s *shop) addProduct(n *node, name, status string) *product {
	i := s.skus
	s.skus++
	slug := strings.Trim(strings.ToLower(notSlug.ReplaceAllString(name, "-")), "-")
	for _, p := range s.products {
		if p.Attributes.Slug == slug {
			slug = fmt.Sprintf("%s-%d", slug, i)
			break
		}
	}
	// 7919 is prime, so that creation times are distinct and in another order than attachment.
	created := time.Date(2024, 1, 3, 9, 0, 0, 0, time.UTC).Add(time.Duration(i*7919%1009) * time.Hour)
	p := &product{ID: stableUUID(fmt.Sprintf("product/%d", i)), Type: "product"}
	p.Attributes = productAttributes{
		Name: name, Slug: slug, SKU: fmt.Sprintf("SH-%05d", 10000+i*3), Status: status, CommodityType: "physical",
		ProductTypes: []string{"standard"}, VariationMatrix: map[string]any{},
	}
	a := &p.Attributes
	if i%3 == 0 {
		a.Description = "Our " + name + ", made to last."
	}
	if i%4 == 1 {
		a.Tags = []string{"home", fmt.Sprintf("season-%d", 2022+i%4)}
	}
	if i%6 == 2 {
		a.UPCEAN, a.MPN = fmt.Sprintf("40%011d", i*37), fmt.Sprintf("MPN_%d.%d", i, i%9)
	}
	if i%9 == 4 {
		a.ExternalRef = fmt.Sprintf("erp:%06d", i)
		a.Locales = map[string]any{"fr-FR": map[string]string{"name": name + " (FR)", "description": "Fait pour durer."}}
	}
	if i%14 == 5 {
		rule := validationRule{Type: "string"}
		rule.Options.MaxLength, rule.Options.Required = 60, i%28 == 5
		a.CustomInputs = map[string]customInput{"engraving": {Name: "Engraving", Rules: []validationRule{rule}}}
	}
	owner := "store"
	if i%10 == 7 {
		owner = "organization"
	}
	p.Meta = &productMeta{timestamp(created), timestamp(created.Add(30 * time.Hour)), owner}
	if i%8 == 3 {
		p.Relationships = map[string]any{"main_image": map[string]any{"data": map[string]string{"id": stableUUID(fmt.Sprintf("file/%d", i)), "type": "file"}}}
	}
	s.products[p.ID] = p
	n.products = append(n.products, p)
	return p
}

// fill attaches live and draft products, with drafts spread evenly among the live ones.
func (s *shop) fill(n *node, finishes, nouns []string, live, drafts int) {
	total := live + drafts
	var names []string
	for i := 0; i < total; i++ {
		row, col := i/len(finishes), i%len(finishes) // every combination once before any comes again
		name := finishes[col] + " " + nouns[(row+col)%len(nouns)]
		switch {
		case i%11 == 3:
			name += fmt.Sprintf(" %d cm", 40+i%7*20)
		case i%15 == 4:
			name = "Flat-Pack " + name
		case i%17 == 7:
			name += "_v2"
		case i%19 == 8:
			name += " (Set of 2)"
		case i%23 == 9:
			name += ", Café Edition"
		case i%29 == 4:
			name += " & Cover"
		}
		names = append(names, name)
	}
	names[total-3] = names[1] // shops do have two products of the same name
	every := total
	if drafts > 0 {
		every = total / drafts
	}
	for i, name := range names {
		status := "live"
		if drafts > 0 && i%every == every/2 && i/every < drafts {
			status = "draft"
		}
		s.addProduct(n, name, status)
	}
}

// shuffled returns the ids of some of the node's products in an editor's order.
func (n *node) shuffled(seed int64, keep func(i int, p *product) bool) []string {
	var ids []string
	for i, p := range n.products {
		if keep(i, p) {
			ids = append(ids, p.ID)
		}
	}
	rand.New(rand.NewSource(seed)).Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids
}

func (s *shop) fillFurniture(h string) {
	finishes := []string{"Oak", "Walnut", "White", "Black", "Rattan", "Smoked Glass", "Linen", "Birch", "Copper", "Ash", "Teak", "Marble", "Velvet"}
	living := []string{"Side Table", "Armchair", "Bookcase", "Floor Lamp", "Sofa", "Stool", "TV Bench", "Rug", "Mirror", "Coat Rack", "Shelf", "Ottoman"}
	bedroom := []string{"Bed Frame", "Nightstand", "Wardrobe", "Dresser", "Headboard", "Desk", "Table Lamp", "Bench", "Chest", "Chair", "Clock", "Vase",
		"Basket", "Curtain Rod", "Picture Frame", "Candle Holder", "Hook", "Tray", "Plant Stand", "Wall Light"}
	garden := []string{"Lounger", "Parasol", "Planter", "Garden Bench", "Fire Bowl"}

	curated := s.addNode(h, "living-room")
	s.fill(curated, finishes, living, 130, 6)
	curated.curated = curated.shuffled(11, func(int, *product) bool { return true }) // drafts were curated too

	long := s.addNode(h, "bedroom")
	s.fill(long, finishes, bedroom, 240, 8)

	short := s.addNode(h, "garden")
	s.fill(short, finishes, garden, 12, 2)
	short.curated = short.shuffled(5, func(i int, p *product) bool { return isLive(p) && i%2 == 1 })
}

func (s *shop) fillKitchen(h string) {
	finishes := []string{"Steel", "Enamel", "Cast-Iron", "Stoneware", "Bamboo", "Crystal", "Recycled"}
	nouns := []string{"Saucepan", "Frying Pan", "Teapot", "Mug", "Bowl", "Carafe", "Cutting Board", "Whisk"}
	cookware := s.addNode(h, "cookware")
	s.fill(cookware, finishes, nouns, 34, 3)
	s.addParent(cookware, "Everyday Apron", "Colour", "Sand", "Ink", "Olive")

	sets := s.addNode(h, "sets")
	lid := s.addProduct(sets, "Glass Lid 24 cm", "live")
	var live []*product
	for _, p := range cookware.products {
		if isLive(p) && contains(p.Attributes.ProductTypes.([]string), "standard") {
			live = append(live, p)
		}
	}
	s.addBundle(sets, "Starter Kitchen Set", "live", live[0:2], live[2:5])
	s.addBundle(sets, "Tea-Time Bundle", "live", live[9:12], []*product{lid})
	s.addProduct(sets, "Gift Wrapping", "live").Attributes.CommodityType = "digital"
	s.addBundle(sets, "Chef_Box 3", "live", live[4:6], live[20:22])
	s.addBundle(sets, "Camping Kitchen Set", "draft", live[14:16], live[17:18])
	s.addProduct(sets, "Recipe Card", "live").Attributes.CommodityType = "digital"
	s.addProduct(sets, "Recipe Card", "live")

	outlet := s.addNode(h, "outlet") // nothing on sale at the moment
	s.addProduct(outlet, "Chipped Mug - Last Chance", "draft")
}

func (s *shop) addBundle(n *node, name, status string, pans, extras []*product) {
	b := s.addProduct(n, name, status)
	b.Attributes.ProductTypes = []string{"bundle"}
	b.Attributes.Components = map[string]component{"main": newComponent("Main piece", 1, pans), "extras": newComponent("Extras", 2, extras)}
}

func newComponent(name string, sortOrder int, options []*product) component {
	c := component{Name: name, Min: 1, Max: len(options), SortOrder: sortOrder}
	for i, p := range options {
		c.Options = append(c.Options, componentOption{ID: p.ID, Type: "product", Quantity: 1 + i%2, SortOrder: i + 1, Default: i == 0})
	}
	return c
}

// addParent adds a product with one variation and a child for each of its options but the last, which its rules exclude.
func (s *shop) addParent(n *node, name, variationName string, options ...string) {
	parent := s.addProduct(n, name, "live")
	v := variation{ID: stableUUID("variation/" + name), Name: variationName}
	for i, o := range options {
		id := stableUUID("option/" + name + "/" + o)
		if i == len(options)-1 {
			parent.Attributes.BuildRules = &buildRules{Default: "include", Include: [][]string{}, Exclude: [][]string{{id}}}
			break
		}
		child := s.addProduct(n, name+" "+o, "live")
		child.Attributes.ProductTypes = []string{"child"}
		v.Options = append(v.Options, variationOption{id, o, name + " in " + o})
		parent.Attributes.VariationMatrix[id] = child.ID
	}
	parent.Attributes.ProductTypes = []string{"parent"}
	parent.Attributes.Variations = []variation{v}
}

// facts is what the operator of this shop knows.
func (s *shop) facts() any {
	collections := []any{}
	for _, n := range s.order {
		live, curated, hidden := []string{}, []string{}, []map[string]string{}
		for _, p := range n.listing(isLive) {
			live = append(live, p.ID)
		}
		for _, id := range n.curated {
			if isLive(s.products[id]) {
				curated = append(curated, id)
			}
		}
		for _, p := range n.products {
			if !isLive(p) {
				hidden = append(hidden, map[string]string{"id": p.ID, "name": p.Attributes.Name, "slug": p.Attributes.Slug})
			}
		}
		at := map[string]string{"hierarchyID": n.hierarchy, "nodeID": n.id}
		entry := map[string]any{"at": at, "holds": live, "hidden": hidden}
		if len(curated) > 0 {
			entry["order"] = curated
		}
		collections = append(collections, entry)
	}
	var payment any = "any"
	if variant("known-card") {
		payment = knownPayment
	}
	return map[string]any{
		"token": apiToken,
		"known": map[string]any{
			"application-key": map[string]any{"reserved_rate_limit": 15},
			"subscription": map[string]any{
				"account_id": stableUUID("account/1"), "offering_id": stableUUID("offering/Coffee Club"),
				"plan_id": stableUUID("plan/Coffee Club/monthly"), "currency": "EUR", "payment_authority": payment,
			},
		},
		"collections": collections,
	}
}
