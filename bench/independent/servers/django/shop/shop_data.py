"""The data of the shop, the same at every start."""

import random
import uuid
from datetime import datetime, timedelta, timezone

from django.db import transaction
from django.utils.text import slugify

from .models import (
    Account, BundleComponent, ComponentOption, Hierarchy, Node, Offering, Placement, Plan, Product,
)

OPENING_DAY = datetime(2024, 3, 4, 8, 0, tzinfo=timezone.utc)
NAMES_SPACE = uuid.UUID("5f2c7f0e-3f0b-4b5c-9a53-0d7a2b6f4c11")

WOODS = ["Oak", "Walnut", "Beech", "Ash", "Cherry", "Maple", "Pine", "Birch", "Elm", "Larch"]
FURNITURE = [
    "Armchair", "Dining Table", "Bookcase", "Bed Frame", "Sideboard", "Coffee Table", "Wardrobe", "Bar Stool",
    "Writing Desk", "Bench", "Nightstand", "Shelf", "Coat Rack",
]
KITCHEN = [
    "Crème Brûlée Dish", "Café au Lait Bowl", "Smörgås Board", "Jalapeño Roaster", "Gemüsehobel groß", "Raclette Pan",
    "Coffee Pot (two cups, enamel)", "Tea Towel", "Tea Towel", "Tea Towel Striped", "Rolling Pin", "Pepper Mill",
    "Salt Cellar", "抹茶 Tea Whisk", "Señora Olive Jug", "Bread Knife", "Paring Knife", "Cutting Board: Bamboo",
    "Egg Timer", "Lemon Squeezer", "Pâté Terrine", "Mixing Bowl", "Salad Spinner", "Milk Frother",
]
GIFTS = [
    "Scented Candle", "Notebook", "Fountain Pen", "Wooden Puzzle", "Playing Cards", "Travel Mug", "Wool Scarf",
    "Photo Frame", "Desk Calendar", "Music Box", "Gift Card", "Chocolate Box", "Lucky Charm", "Picnic Blanket",
    "Garden Gloves", "Seed Packet", "Bird Feeder", "Bookmark", "Key Ring", "Umbrella", "Poster", "Snow Globe",
    "Tote Bag", "Letter Opener", "Board Game",
]
SPARE_PARTS = ["Ribbon", "Gift Box Small", "Gift Box Large", "Greeting Card", "Tissue Paper"]


def identifier(*words):
    return uuid.uuid5(NAMES_SPACE, "/".join(str(word) for word in words))


class Shop:
    def __init__(self):
        self.chance = random.Random(20240304)
        self.products = []
        self.slugs = set()

    def free_slug(self, name):
        slug = slugify(name)
        number = 2
        while slug in self.slugs:
            slug = f"{slugify(name)}-{number}"
            number += 1
        self.slugs.add(slug)
        return slug

    def product(self, name, **members):
        number = len(self.products) + 1
        moment = OPENING_DAY + timedelta(hours=7 * number)
        values = {
            "id": identifier("product", number),
            "name": name,
            "slug": self.free_slug(name),
            "sku": f"SKU-{number:05}",
            "description": f"{name} from our workshop." if number % 3 else "",
            "commodity_type": "digital" if name == "Gift Card" else "physical",
            "upc_ean": f"40{number:011}",
            "mpn": f"MPN-{number * 37:06}" if number % 2 else "",
            "external_ref": f"warehouse/{number}" if number % 4 else "",
            "owner": "organization" if number % 5 == 0 else "store",
            "locales": {"fr-FR": {"name": f"{name} (France)", "description": "En stock."}} if number % 6 == 0 else {},
            "tags": self.chance.sample(["new", "sale", "hand-made", "fair", "été"], number % 4),
            "created_at": moment,
            "updated_at": moment + timedelta(days=number % 9),
        }
        if number % 10 == 3:
            rule = {"type": "string", "options": {"max_length": 40, "required": False}}
            values["custom_inputs"] = {"engraving": {"name": "Engraving", "validation_rules": [rule]}}
        values.update(members)
        product = Product(**values)
        self.products.append(product)
        return product

    def family(self, name, first_variation, second_variation):
        """A parent with its children; the last combination is excluded by the build rules."""
        variations = []
        for variation_name, option_names in (first_variation, second_variation):
            options = [
                {"id": str(identifier("option", name, option)), "name": option, "description": f"{option} {variation_name}"}
                for option in option_names
            ]
            variations.append(
                {"id": str(identifier("variation", name, variation_name)), "name": variation_name, "options": options}
            )
        excluded = [variation["options"][-1]["id"] for variation in variations]
        parent = self.product(
            name, product_type="parent", variations=variations,
            build_rules={"default": "include", "include": [], "exclude": [excluded]},
        )
        children = []
        for first in variations[0]["options"]:
            row = parent.variation_matrix.setdefault(first["id"], {})
            for second in variations[1]["options"]:
                if [first["id"], second["id"]] == excluded:
                    continue
                child = self.product(f"{name} {first['name']} {second['name']}", product_type="child", parent=parent)
                row[second["id"]] = str(child.id)
                children.append(child)
        return [parent, *children]


def fill_bundle(bundle, components):
    for place, (key, name, products) in enumerate(components):
        component = BundleComponent.objects.create(bundle=bundle, key=key, name=name, sort_order=place)
        ComponentOption.objects.bulk_create(
            ComponentOption(
                component=component, product=product, quantity=1 + order % 2, sort_order=order, default=order == 0
            )
            for order, product in enumerate(products)
        )


def attach(node, products, curated=()):
    positions = {product.id: position for position, product in enumerate(curated)}
    Placement.objects.bulk_create(
        Placement(node=node, product=product, curated_position=positions.get(product.id)) for product in products
    )


def hierarchy(name, published=True):
    return Hierarchy.objects.create(id=identifier("hierarchy", name), name=name, published=published)


def node(parent, name):
    return Node.objects.create(id=identifier("node", name), hierarchy=parent, name=name)


def fill_catalog():
    shop = Shop()
    furniture = [shop.product(f"{wood} {piece}") for piece in FURNITURE for wood in WOODS]
    furniture_drafts = [shop.product(f"Teak {piece}", status="draft") for piece in FURNITURE[:3]]

    kitchen = [shop.product(name) for name in KITCHEN]
    aprons = shop.family("Apron", ("Size", ["Small", "Large"]), ("Color", ["Red", "Écru"]))
    mugs = shop.family("Mug", ("Volume", ["Small", "Big"]), ("Glaze", ["White", "Blue", "Grey"]))
    breakfast = shop.product("Breakfast Set", product_type="bundle")
    fondue = shop.product("Fondue Set for Four", product_type="bundle")
    bakery = shop.product("Bäckerei Starter Kit", product_type="bundle")
    kitchen_drafts = [shop.product("Copper Pan", status="draft"), shop.product("Café Press", status="draft")]
    kitchen_bundles = [breakfast, fondue, bakery]

    gifts = [shop.product(name) for name in GIFTS]
    parts = [shop.product(name) for name in SPARE_PARTS]
    hampers = [shop.product(f"{season} Hamper", product_type="bundle") for season in ("Spring", "Summer", "Winter")]
    desk_set = shop.product("Desk Set", product_type="bundle")
    gift_drafts = [shop.product("Autumn Hamper", product_type="bundle", status="draft")]
    for product in shop.products:
        product.save(force_insert=True)

    fill_bundle(breakfast, [("bowl", "Bowl", kitchen[1:3]), ("towel", "Towel", [kitchen[7], kitchen_drafts[1], kitchen[8]])])
    fill_bundle(fondue, [("pan", "Pan", [kitchen[5]]), ("knife", "Knife", [kitchen[15], kitchen[16], kitchen_drafts[0]])])
    fill_bundle(bakery, [("pin", "Rolling Pin", [kitchen[10]]), ("bowl", "Bowl", [kitchen[21]])])
    for number, hamper in enumerate(hampers):
        content = gifts[4 * number:4 * number + 3]
        fill_bundle(hamper, [("box", "Box", parts[1:3]), ("gift", "Gift", content), ("ribbon", "Ribbon", parts[:1])])
    fill_bundle(desk_set, [("pen", "Pen", [gifts[2], gifts[23]]), ("paper", "Paper", [gifts[1], parts[3]])])
    fill_bundle(gift_drafts[0], [("gift", "Gift", gifts[20:22])])

    home = hierarchy("Home")
    season = hierarchy("Season")
    preview = hierarchy("Next Season", published=False)
    curated_furniture = shop.chance.sample(furniture, len(furniture))
    attach(node(home, "Furniture"), furniture + furniture_drafts, curated_furniture)
    attach(node(home, "Café & Kitchen"), kitchen + aprons + mugs + kitchen_bundles + kitchen_drafts)
    gift_ideas = gifts + hampers + [desk_set] + furniture[:4]
    curated_gifts = shop.chance.sample(gifts[:12], 9) + [hampers[2], desk_set, furniture[1], hampers[0]]
    shop.chance.shuffle(curated_gifts)
    attach(node(season, "Gift Ideas"), gift_ideas + gift_drafts, curated_gifts)
    attach(node(preview, "Garden"), gifts[14:17])


def fill_subscriptions():
    Account.objects.bulk_create(
        Account(id=identifier("account", number), name=f"Account {number}") for number in range(1, 61)
    )
    offering = Offering.objects.create(
        id=identifier("offering", "coffee"), name="Coffee Club", description="Fresh beans every month.",
        external_ref="offering/coffee", external_product_refs=["beans-250", "beans-1000"],
        created_at=OPENING_DAY, updated_at=OPENING_DAY + timedelta(days=3),
    )
    for name in ("Plan A, weekly", "Plan B, monthly"):
        Plan.objects.create(id=identifier("plan", name), offering=offering, name=name)
    tea = Offering.objects.create(
        id=identifier("offering", "tea"), name="Tea Club", owner="organization",
        created_at=OPENING_DAY, updated_at=OPENING_DAY,
    )
    Plan.objects.create(id=identifier("plan", "tea"), offering=tea, name="Plan T, monthly")


@transaction.atomic
def fill_shop():
    fill_catalog()
    fill_subscriptions()
