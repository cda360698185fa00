package main

import (
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
	"time"
)

type component struct {
	key, name string
	options   []*product
}

type product struct {
	id, name, slug, sku, description, commodity, mpn string
	tags                                             []string
	live                                             bool
	created, updated                                 time.Time
	components                                       []component
}

type node struct {
	hierarchy, id string
	curated       bool
	ordered       []*product // display order, drafts included
	extraHidden   []*product // draft components of its bundles
}

type offering struct {
	id, plan, account, currency, name, description string
	created, updated                               time.Time
}

type catalog struct {
	id          string
	hierarchies []string
	nodes       []*node
	offering    offering
}

func (c *catalog) node(h, n string) *node {
	for _, x := range c.nodes {
		if strings.EqualFold(x.hierarchy, h) && strings.EqualFold(x.id, n) {
			return x
		}
	}
	return nil
}

func (c *catalog) describe() any {
	nodes := []obj{}
	for _, n := range c.nodes {
		live, curated, hidden := []string{}, []string{}, []obj{}
		for _, p := range n.ordered {
			if p.live {
				live = append(live, p.id)
				if n.curated {
					curated = append(curated, p.id)
				}
			} else {
				hidden = append(hidden, obj{"id": p.id, "name": p.name, "slug": p.slug})
			}
		}
		for _, p := range n.extraHidden {
			hidden = append(hidden, obj{"id": p.id, "name": p.name, "slug": p.slug})
		}
		nodes = append(nodes, obj{"hierarchy": n.hierarchy, "node": n.id, "live": live, "curated": curated, "hidden": hidden})
	}
	o := c.offering
	return obj{"hierarchies": c.hierarchies, "nodes": nodes,
		"subscription": obj{"account_id": o.account, "offering_id": o.id, "plan_id": o.plan, "currency": o.currency}}
}

func seedID(label string) string {
	h := sha256.Sum256([]byte("catalogapi/" + label))
	var b [16]byte
	copy(b[:], h[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmtID(b)
}

var fold = strings.NewReplacer("é", "e", "è", "e", "ê", "e", "û", "u", "ü", "u", "ö", "o", "å", "a", "ä", "a", "ñ", "n", "ç", "c", "ø", "o", "ß", "ss", "í", "i", "É", "e", "à", "a")

func slugify(name string) string {
	var b strings.Builder
	dash := false
	for _, r := range fold.Replace(strings.ToLower(name)) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
			dash = false
		} else if !dash && b.Len() > 0 {
			b.WriteByte('-')
			dash = true
		}
	}
	return strings.TrimRight(b.String(), "-")
}

func seed() *catalog {
	epoch := time.Date(2024, 3, 4, 8, 15, 0, 0, time.UTC)
	h1, h2 := seedID("hierarchy/kitchen"), seedID("hierarchy/outdoor")
	count := 0
	slugs := map[string]bool{}
	mk := func(name, slug string, live bool) *product {
		count++
		if slug == "" {
			slug = slugify(name)
			for base, k := slug, 2; slugs[slug]; k++ {
				slug = fmt.Sprintf("%s-%d", base, k)
			}
		}
		slugs[slug] = true
		// bulk imports of seven share a creation time
		created := epoch.Add(time.Duration(count/7) * 26 * time.Hour)
		p := &product{
			id: seedID(fmt.Sprint("product/", count)), name: name, slug: slug, live: live,
			sku: fmt.Sprintf("SKU-%05d", 10000+count*7), description: name + " from our own workshop.",
			commodity: "physical", tags: []string{}, created: created,
			updated: created.Add(time.Duration(count*count%9000) * time.Minute),
		}
		if count%5 == 0 {
			p.tags = []string{"sale", "new-in"}
		}
		if count%4 == 0 {
			p.mpn = fmt.Sprintf("MPN-%X", count*4099)
		}
		if count%11 == 0 {
			p.commodity = "digital"
		}
		return p
	}
	byAge := func(ps []*product) []*product {
		sort.Slice(ps, func(i, j int) bool {
			if !ps[i].created.Equal(ps[j].created) {
				return ps[i].created.Before(ps[j].created)
			}
			return ps[i].id < ps[j].id
		})
		return ps
	}

	var big []*product
	for _, n := range []string{
		"Teapot", "Blue Mug", "Blue Mug", "Blue Mug XL", "Blue mug", "Blue-Mug", "Crème Brûlée Torch", "Creme Brulee Torch",
		"Jalapeño Roaster", "Smörgås Board", "Fußhocker", "Bowl, Large", "Bowl, Small", "Jug (1 L)", "Jug (2 L)",
		"Salt & Pepper Set", "Chef's Knife", "50% Cotton Towel", "C++ Mug", "Whisk", "whisk", "É", "Naïve Art Plate = Nº 1",
		"An Exceptionally Long Product Name For A Hand-Thrown Stoneware Serving Platter With Celadon Glaze, Wooden Handles And A Matching Linen Carrying Bag, Second Edition",
	} {
		big = append(big, mk(n, "", true))
	}
	big = append(big, mk("Gold Kettle", "GOLD-Kettle.2024", true), mk("Gold Kettle 2", "gold-kettle.2024", true), mk("Silver Kettle", "SILVER_KETTLE", true))
	adj := []string{"Oak", "Maple", "Copper", "Enamel", "Glass", "Linen", "Slate", "Walnut", "Stoneware", "Bamboo"}
	noun := []string{"Tray", "Spoon", "Ladle", "Pan", "Coaster", "Carafe", "Board", "Trivet", "Canister", "Cup", "Plate"}
	for i := 0; len(big) < 131; i++ {
		big = append(big, mk(adj[i%10]+" "+noun[i%11], "", true))
	}
	for _, n := range []string{"Prototype Kettle", "Blue Mug", "Unreleased Whisk"} {
		big = append(big, mk(n, "", false))
	}

	var mid []*product
	for i := 0; i < 40; i++ {
		n := fmt.Sprintf("Trail %s %02d", []string{"Tent", "Stove", "Lantern", "Hängematte", "Pack"}[i%5], i/5+1)
		mid = append(mid, mk(n, "", true))
		if i%6 == 2 {
			mid = append(mid, mk(n, "", false)) // draft successor under the same name
		}
	}
	mid = append(mid, mk("Secret Canoe", "", false), mk("Kayak", "KAYAK-X", false))

	var cur []*product
	for _, n := range []string{"Zinc Planter", "Apron", "Mortar and Pestle", "Crêpe Pan", "Basil Pot", "Yoghurt Maker", "Égouttoir", "Citrus Press", "Nutcracker", "Dough Scraper", "Waffle Iron", "Honey Dipper"} {
		cur = append(cur, mk(n, "", true))
	}
	cur = append(cur, nil)
	copy(cur[5:], cur[4:])
	cur[4] = mk("Limited Basil Pot", "", false)

	opt := func(n string, live bool) *product { return mk(n, "", live) }
	pot, lid, lid2, rack := opt("Camp Pot", true), opt("Pot Lid", true), opt("Pot Lid Mark II", false), opt("Drying Rack", true)
	cup, cupR := opt("Camp Cup Green", true), opt("Camp Cup Röd", true)
	b1 := mk("Camp Kitchen Bundle", "", true)
	b1.components = []component{{"pots", "Pots", []*product{pot}}, {"lids", "Lids", []*product{lid, lid2}}}
	b2 := mk("Breakfast Bundle", "", true)
	b2.components = []component{{"cups", "Cups", []*product{cup, cupR}}, {"pots", "Pots", []*product{pot}}}
	b3 := mk("Unfinished Bundle", "", false)
	b3.components = []component{{"racks", "Racks", []*product{rack}}}
	// Camp Cup Green is sold on its own in the same node too.
	bun := []*product{b1, b2, b3, cup, mk("Spork", "", true), mk("Folding Bucket", "FOLDING-Bucket", true)}

	c := &catalog{id: seedID("catalog"), hierarchies: []string{h1, h2}}
	c.nodes = []*node{
		{hierarchy: h1, id: seedID("node/all"), ordered: byAge(big)},
		{hierarchy: h1, id: seedID("node/picks"), curated: true, ordered: cur},
		{hierarchy: h1, id: seedID("node/empty")},
		{hierarchy: h2, id: seedID("node/trail"), ordered: byAge(mid)},
		{hierarchy: h2, id: seedID("node/bundles"), ordered: byAge(bun), extraHidden: []*product{lid2}},
	}
	c.offering = offering{
		id: seedID("offering"), plan: seedID("plan"), account: seedID("account"), currency: "USD",
		name: "Coffee Club", description: "Fresh beans every month.",
		created: epoch.AddDate(0, -2, 0), updated: epoch.AddDate(0, -1, 3),
	}
	return c
}
