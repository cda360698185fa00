"""The shop's catalogue and subscription data, the same at every start."""

import random
import re
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from .models import Account, Hierarchy, Node, NodeProduct, Offering, Plan, Product

_rng = random.Random(20240611)
_clock = datetime(2023, 3, 1, 8, 0)
_slugs: set[str] = set()
_skus = 10_000

KITCHEN = ("Espresso Cup", "Chef's Knife", "Bread Pan", "Salad Bowl", "Stock Pot", "Tea Kettle", "Cutting Board",
           "Whisk", "Colander", "Mixing Bowl", "Pepper Mill", "Serving Tray", "Butter Dish")
FINISH = ("Oak", "Cast-Iron", "Copper", "Enamel", "Stainless", "Bamboo", "Matte Black", "White", "Sea-Green", "Glass")
TOOLS = ("Drill Bit", "Wood Screw", "Hex Bolt", "Paint Brush", "Masking Tape", "Hand Saw", "Spirit Level", "Clamp",
         "Wall Plug", "Work Glove", "Sanding Disc", "Utility_Blade")
SIZES = ("3 mm", "4 mm", "5 mm", "6 mm", "8 mm", "10 mm", "12 mm", "16 mm", "20 mm", "M8-Long", "M10", "XL", "No. 2",
         "25 cm", "1/2 inch", "Pro", "Heavy-Duty", "Twin Pack", "(box of 50)", "Series_7")
TAGS = ("kitchen", "sale", "new-in", "gift", "eco", "bestseller", "workshop", "outdoor")


def uid() -> UUID:
    return UUID(int=_rng.getrandbits(128), version=4)


def slugify(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.]+", "-", name).strip("-").lower()


def product(name: str, *, slug: str | None = None, status: str = "live", kind: str = "standard", **extra) -> Product:
    global _skus
    _skus += 1
    base = slug = slug or slugify(name)
    number = 1
    while slug in _slugs:
        number += 1
        slug = f"{base}-{number}"
    _slugs.add(slug)
    created = _clock + timedelta(minutes=_rng.randrange(500_000), seconds=_rng.randrange(60))
    item = Product(id=uid(), name=name, slug=slug, sku=f"SKU-{_skus}", status=status, kind=kind, created_at=created,
                   updated_at=created + timedelta(hours=_rng.randrange(900)), relationships={}, extra={})
    item.extra = {"commodity_type": "physical"}
    if _skus % 3 == 0:
        item.extra["description"] = f"{name}, from our own workshop."
        item.extra["tags"] = _rng.sample(TAGS, 3)
    if _skus % 4 == 0:
        item.extra["mpn"] = f"MPN{_skus:07d}"
        item.extra["upc_ean"] = f"40{_skus:011d}"
    if _skus % 9 == 0:
        item.extra["external_ref"] = f"erp/{_skus}"
        item.extra["locales"] = {"fr-FR": {"name": f"{name} (FR)", "description": "Fait main."}}
    if _skus % 11 == 0:
        item.extra["custom_inputs"] = {
            "engraving": {"name": "Engraving",
                          "validation_rules": [{"type": "string", "options": {"max_length": 40, "required": False}}]},
            "gift_note": {"name": "Gift note",
                          "validation_rules": [{"type": "string", "options": {"max_length": 255, "required": True}}]},
        }
    if _skus % 7 == 0:
        item.relationships = {"main_image": {"data": {"id": str(uid()), "type": "file"}}}
    item.extra.update(extra)
    return item


def bundle(name: str, parts: dict[str, list[Product]]) -> Product:
    components = {
        key: {"name": key.replace("_", " ").title(), "min": 1, "max": len(options), "sort_order": place,
              "options": [{"id": str(option.id), "type": "product", "quantity": 1 + at % 2, "sort_order": at,
                           "default": at == 0} for at, option in enumerate(options)]}
        for place, (key, options) in enumerate(parts.items())
    }
    item = product(name, kind="bundle", components=components)
    item.relationships = {"component_products": {"data": [
        {"id": str(option.id), "type": "product"} for options in parts.values() for option in options]}}
    return item


def family(name: str, colours: tuple[str, ...], sizes: tuple[str, ...]) -> list[Product]:
    """A parent with one child for each colour and size."""
    colour, size = ({"id": str(uid()), "name": label,
                     "options": [{"id": str(uid()), "name": value, "description": f"{label} {value}"}
                                 for value in values]}
                    for label, values in (("Colour", colours), ("Size", sizes)))
    parent = product(name, kind="parent", variations=[colour, size],
                     build_rules={"default": "include", "include": [], "exclude": []})
    matrix, children = {}, []
    for first in colour["options"]:
        for second in size["options"]:
            child = product(f"{name} {first['name']} {second['name']}", kind="child")
            child.relationships = {"base_product": {"data": {"id": str(parent.id), "type": "product"}}}
            matrix.setdefault(first["id"], {})[second["id"]] = str(child.id)
            children.append(child)
    parent.extra["variation_matrix"] = matrix
    parent.relationships = {"children": {"data": [{"id": str(c.id), "type": "product"} for c in children]}}
    return [parent, *children]


def fill(session: Session) -> None:
    home, fashion = Hierarchy(id=uid(), name="Home & Workshop"), Hierarchy(id=uid(), name="Fashion")
    kitchen, workshop, picks, sets = (Node(id=uid(), hierarchy_id=home.id, name=name)
                                      for name in ("Kitchen", "Workshop", "Editor's picks", "Gift sets"))
    shirts, belts, empty = (Node(id=uid(), hierarchy_id=fashion.id, name=name)
                            for name in ("T-Shirts", "Belts", "Coming soon"))
    session.add_all([home, fashion])
    session.flush()
    session.add_all([kitchen, workshop, picks, sets, shirts, belts, empty])
    session.flush()

    def attach(node: Node, products: list[Product], curated: list[Product] = ()) -> None:
        ranks = {item.id: rank for rank, item in enumerate(curated, start=1)}
        session.add_all(products)
        session.flush()
        session.add_all(NodeProduct(node_id=node.id, product_id=item.id, curated_rank=ranks.get(item.id))
                        for item in products)

    # Kitchen: curated from end to end; two drafts still sit in the curated list.
    cooking = [product(f"{finish} {thing}") for finish in FINISH for thing in KITCHEN][:126]
    cooking += [product("Oak Whisk"), product("oak whisk"), product("USB-C Kitchen Scale", slug="usb-c-scale"),
                product("USB-C Kitchen Scale", slug="usb_c-scale")]
    upcoming = [product(f"{finish} Ladle", status="draft") for finish in FINISH[:5]] + [
        product("Copper Stock Pot", status="draft")]
    order = cooking + upcoming[:2]
    _rng.shuffle(order)
    attach(kitchen, cooking + upcoming, order)

    # Workshop: long, never curated.
    tools = [product(f"{thing} {size}") for thing in TOOLS for size in SIZES][:238]
    tools += [product("Drill Bit 5 mm"), product("Work-Glove XL")]
    attach(workshop, tools + [product(f"{thing} Prototype", status="draft") for thing in TOOLS[:8]])

    # Editor's picks: short, five of twelve curated, three products shared with other nodes.
    shared = [cooking[4], cooking[40], tools[7]]
    own = [product(name) for name in ("Linen Apron", "Oven Glove", "Oven Glove", "Recipe-Box", "Candle 2-Wick",
                                      "Tool_Roll", "Wool Blanket", "Desk Lamp 3000K", "Pots, Pans & Lids")]
    attach(picks, shared + own + [product("Oven Glove", status="draft"), product("Spring Preview", status="draft")],
           [own[6], shared[1], own[1], own[8], own[3]])

    # Gift sets: bundles made of products of this hierarchy.
    wraps = [product(f"Gift Wrap {colour}") for colour in ("Red", "Navy-Blue", "Kraft")]
    bundles = [
        bundle("Breakfast Set", {"cup": [cooking[0], cooking[13]], "board": [cooking[6]]}),
        bundle("Starter Toolbox", {"bits": tools[0:3], "saw": [tools[100]]}),
        bundle("Baker's Bundle", {"pan": [cooking[2], cooking[15]], "bowl": [cooking[9]], "wrap": wraps}),
        bundle("Tea-for-Two", {"kettle": [cooking[5]], "cup": [cooking[0], cooking[26]]}),
        bundle("Weekend Project", {"brush": tools[60:62], "tape": [tools[80]]}),
    ]
    attach(sets, wraps + bundles + own[:4] + [product("Christmas Box", status="draft")])

    # Fashion
    attach(shirts, family("Crew-Neck Tee", ("Black", "Off-White"), ("S", "M", "L"))
           + family("Linen Shirt", ("Sky", "Sand"), ("M", "L")) + [product("Polo 1952", status="draft")])
    attach(belts, [product("Leather Belt 85-100")])
    attach(empty, [product("Rain Coat", status="draft")])

    session.add_all(Account(id=uid(), name=name) for name in ("Harbour Cafe", "Studio North"))
    for name, description, refs in (("Coffee Club", "Fresh beans every month.", ["SKU-10001", "SKU-10014"]),
                                    ("Blade Sharpening", None, [])):
        offering = Offering(id=uid(), name=name, description=description, external_ref=f"club/{slugify(name)}",
                            external_product_refs=refs, created_at=_clock, updated_at=_clock)
        offering.plans = [Plan(id=uid(), name=plan) for plan in ("Monthly", "Yearly")]
        session.add(offering)
    session.commit()
