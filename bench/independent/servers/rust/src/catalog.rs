//! The shop's data, the same at every start.

use serde_json::{json, Map, Value};

use crate::flags::variant;

pub const ACCOUNT_COUNT: u64 = 60;

const ADJECTIVES: [&str; 13] = [
    "Alpine", "Bright", "Compact", "Durable", "Everyday", "Foldable", "Granite", "Hillside", "Insulated", "Junior", "Kraft", "Light", "Marine",
];
const GOODS: [&str; 10] =
    ["Tent", "Lantern", "Backpack", "Cooking Set", "Sleeping Bag", "Camp Chair", "Water Bottle", "Rain Jacket", "Trail Shoe", "Head Lamp"];

const KITCHEN: [(&str, &str); 34] = [
    ("Crème Brûlée Torch", "creme-brulee-torch"),
    ("Kaffeemühle groß", "kaffeemuehle-gross"),
    ("Żubrówka Gläser", "zubrowka-glaeser"),
    ("日本の急須", "nihon-no-kyusu"),
    ("Smörgås Board", "smoergas-board"),
    ("Café au Lait Bowl", "cafe-au-lait-bowl"),
    ("Knife, Bread", "knife-bread"),
    ("Knife, Paring", "knife-paring"),
    ("Tea Towel 100% Cotton", "Tea_Towel_100.Cotton"),
    ("Tea Towel 100 Percent Organic Cotton", "Tea_Towel_100.Organic"),
    ("Salt & Pepper Mill", "salt-pepper-mill"),
    ("Pan (24 cm)", "pan-24-cm"),
    ("Pan (28 cm)", "pan-28-cm"),
    ("Chef's Apron", "chefs-apron"),
    ("Cast Iron Pot", "cast-iron-pot"),
    ("Wooden Spoon", "wooden-spoon"),
    ("wooden spoon", "wooden-spoon-small"),
    ("Egg Timer", "egg-timer"),
    ("Oven Glove", "oven-glove"),
    ("Mixing Bowl", "mixing-bowl"),
    ("Measuring Jug", "measuring-jug"),
    ("Rolling Pin", "rolling-pin"),
    ("Cake Stand", "cake-stand"),
    ("Spice Rack + Jars", "spice-rack-jars"),
    ("Citrus Press", "citrus-press"),
    ("Garlic Press", "garlic-press"),
    ("Milk Frother", "milk-frother"),
    ("Pasta Machine", "pasta-machine"),
    ("Bread Bin", "bread-bin"),
    ("Butter Dish", "butter-dish"),
    ("Recipe Collection (Download)", "recipe-collection-download"),
    ("Sauce Ladle", "sauce-ladle"),
    ("Cheese Grater", "cheese-grater"),
    ("Ice Cream Scoop", "ice-cream-scoop"),
];

const COMPONENT_GOODS: [&str; 8] =
    ["Spare Bulb", "Gift Box", "Guy Rope", "Repair Kit", "Greeting Card", "Carry Pouch", "Steel Peg", "Cleaning Brush"];

// Number ranges: every product has one number, from which its identifier follows.
const CAMPING: u64 = 1000;
const KITCHENWARE: u64 = 2000;
const GIFTS: u64 = 3000;
const COMPONENTS: u64 = 4000;

pub struct Product {
    pub id: String,
    pub number: u64,
    pub name: String,
    pub slug: String,
    pub status: &'static str,
    pub attributes: Value,
    pub meta: Value,
    pub relationships: Value,
}

pub struct Node {
    pub id: String,
    pub hierarchy_id: String,
    pub products: Vec<String>,
    pub curated: Vec<String>,
}

fn mixed(number: u64) -> u64 {
    let mut value = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

fn identifier(kind: &str, number: u64) -> String {
    let high = mixed(kind.bytes().fold(number, |sum, byte| sum.wrapping_mul(257).wrapping_add(byte.into())));
    let low = mixed(high);
    format!(
        "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xfff,
        low >> 52,
        low & 0xffff_ffff_ffff
    )
}

pub fn account_id(number: u64) -> String {
    identifier("account", number)
}

pub fn offering_id() -> String {
    identifier("offering", 1)
}

pub fn plan_id() -> String {
    identifier("plan", 1)
}

fn product_id(number: u64) -> String {
    let id = identifier("product", number);
    if variant("upper-case-identifiers") { id.to_uppercase() } else { id }
}

/// How the database writes the zone of its timestamps.
pub fn zone() -> &'static str {
    if variant("postgres-habits") { "000+00:00" } else { "Z" }
}

fn timestamp(month: u64, number: u64) -> String {
    format!("2025-{month:02}-{:02}T{:02}:{:02}:00.000{}", 1 + number % 28, number % 24, number % 60, zone())
}

pub fn offering() -> Value {
    json!({
        "id": offering_id(),
        "type": "subscription_offering",
        "attributes": {
            "external_ref": "coffee-club",
            "name": "Coffee Club",
            "description": "Freshly roasted beans every month.",
            "updated_at": timestamp(5, 9),
            "created_at": timestamp(2, 2),
        },
        "meta": {
            "external_product_refs": ["beans-house-blend", "beans-single-origin"],
            "owner": "store",
            "timestamps": { "updated_at": timestamp(5, 9), "created_at": timestamp(2, 2) },
        },
    })
}

fn product(number: u64, name: &str, slug: &str) -> Product {
    let mut attributes = json!({
        "name": name,
        "slug": slug,
        "sku": format!("SKU-{number}"),
        "status": "live",
        "commodity_type": if name.contains("Download") { "digital" } else { "physical" },
        "product_types": ["standard"],
        "tags": ["shop", format!("range-{}", number / 1000)],
        "variation_matrix": {},
    });
    if number % 3 == 0 {
        attributes["description"] = json!(format!("{name}, chosen by our buyers."));
        attributes["upc_ean"] = json!(format!("40{:011}", number * 7919));
        attributes["mpn"] = json!(format!("MPN-{number}"));
    }
    if number % 5 == 0 {
        attributes["external_ref"] = json!(format!("warehouse/{number}"));
        attributes["locales"] = json!({ "de-DE": { "name": format!("{name} (Deutschland)"), "description": "Auf Lager." } });
    }
    if number % 11 == 0 {
        let rule = json!({ "type": "text", "options": { "max_length": 80, "required": false } });
        attributes["custom_inputs"] = json!({ "engraving": { "name": "Engraving", "validation_rules": [rule] } });
    }
    Product {
        id: product_id(number),
        number,
        name: name.to_string(),
        slug: slug.to_string(),
        status: "live",
        attributes,
        meta: json!({ "created_at": timestamp(3, number), "updated_at": timestamp(4, number), "owner": "store" }),
        relationships: json!({}),
    }
}

fn draft(number: u64, name: &str) -> Product {
    let mut product = product(number, name, &slug(name));
    product.status = "draft";
    product.attributes["status"] = json!("draft");
    product
}

/// Components are given as a name with the numbers of the products to choose from.
fn bundle(number: u64, name: &str, components: &[(&str, &[u64])]) -> Product {
    let mut product = product(number, name, &slug(name));
    let mut described = Map::new();
    let mut references = Vec::new();
    for (component_order, (component, numbers)) in components.iter().enumerate() {
        let options: Vec<Value> = numbers
            .iter()
            .enumerate()
            .map(|(order, option)| {
                json!({ "id": product_id(*option), "type": "product", "quantity": 1 + order, "sort_order": order, "default": order == 0 })
            })
            .collect();
        references.extend(numbers.iter().map(|option| json!({ "id": product_id(*option), "type": "product" })));
        described.insert(
            slug(component),
            json!({ "name": component, "options": options, "min": 1, "max": numbers.len(), "sort_order": component_order }),
        );
    }
    product.attributes["components"] = Value::Object(described);
    product.attributes["product_types"] = json!(["bundle"]);
    product.relationships = json!({ "component_products": { "data": references } });
    product
}

/// A parent with two sizes and two colours; its build rules exclude one of the four children.
fn jumper_family(first_number: u64) -> Vec<Product> {
    let option = |name: &str| identifier(name, first_number);
    let described = |name: &str| json!({ "id": option(name), "name": name, "description": format!("{name} jumper") });
    let mut parent = product(first_number, "Merino Jumper", "merino-jumper");
    let mut children = Vec::new();
    let mut matrix = Map::new();
    for (size, colour) in [("Small", "Red"), ("Small", "Blue"), ("Large", "Red")] {
        let name = format!("Merino Jumper {size} {colour}");
        let mut child = product(first_number + 1 + children.len() as u64, &name, &slug(&name));
        child.attributes["product_types"] = json!(["child"]);
        child.relationships = json!({ "parent": { "data": { "id": parent.id, "type": "product" } } });
        let row = matrix.entry(option(size)).or_insert_with(|| json!({}));
        row[option(colour)] = json!(child.id);
        children.push(child);
    }
    parent.attributes["product_types"] = json!(["parent"]);
    parent.attributes["variations"] = json!([
        { "id": option("Size"), "name": "Size", "options": [described("Small"), described("Large")] },
        { "id": option("Colour"), "name": "Colour", "options": [described("Red"), described("Blue")] },
    ]);
    parent.attributes["build_rules"] = json!({ "default": "include", "include": [], "exclude": [[option("Large"), option("Blue")]] });
    parent.attributes["variation_matrix"] = Value::Object(matrix);
    children.insert(0, parent);
    children
}

fn slug(name: &str) -> String {
    let words: Vec<String> =
        name.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join("-")
}

fn camping_products() -> Vec<Product> {
    let names = ADJECTIVES.iter().flat_map(|adjective| GOODS.iter().map(move |goods| format!("{adjective} {goods}")));
    let mut products: Vec<Product> = names
        .zip(CAMPING..)
        .map(|(name, number)| match number % 40 {
            17 => bundle(
                number,
                &format!("{name} Bundle"),
                &[("Main Item", &[number - 1, number - 2]), ("Extra", &[COMPONENTS, COMPONENTS + number % 7 + 1])],
            ),
            _ => product(number, &name, &slug(&name)),
        })
        .collect();
    products.extend([draft(1200, "Prototype Tent"), draft(1201, "Alpine Tent Next Season"), draft(1202, "Recalled Lantern")]);
    products
}

fn kitchen_products() -> Vec<Product> {
    let mut products: Vec<Product> = KITCHEN.iter().zip(KITCHENWARE..).map(|((name, slug), number)| product(number, name, slug)).collect();
    products.extend(jumper_family(2100));
    products.push(bundle(2200, "Baker's Dream Set", &[("Bowl", &[2019, 2005]), ("Tools", &[2015, 2021, 2020])]));
    products.push(bundle(2201, "Knife Pair", &[("Knives", &[2006, 2007]), ("Wrapping", &[COMPONENTS + 1, COMPONENTS + 4])]));
    products.push(bundle(2202, "Tea for Two", &[("Pot", &[2003]), ("Wrapping", &[COMPONENTS + 1])]));
    products.extend([draft(2300, "Copper Kettle"), draft(2301, "Wooden Spoon")]);
    products
}

fn gift_products() -> Vec<Product> {
    let occasions = ["Birthday", "Wedding", "Christmas", "Farewell", "Housewarming"];
    let gifts = ["Candle", "Mug", "Photo Frame", "Chocolate Box", "Flower Vase"];
    let names = occasions.iter().flat_map(|occasion| gifts.iter().map(move |gift| format!("{occasion} {gift}")));
    let mut products: Vec<Product> = names.zip(GIFTS..).map(|(name, number)| product(number, &name, &slug(&name))).collect();
    products.push(bundle(3100, "Birthday Hamper", &[("Sweet", &[3003, 3013]), ("Card", &[COMPONENTS + 4])]));
    products.push(bundle(3101, "Wedding Hamper", &[("Decoration", &[3005, 3009]), ("Box", &[COMPONENTS + 1])]));
    products.push(bundle(3102, "Christmas Hamper", &[("Light", &[3010, COMPONENTS]), ("Pouch", &[COMPONENTS + 5])]));
    products.extend([draft(3200, "Easter Hamper"), draft(3201, "Graduation Mug")]);
    products
}

pub fn products() -> Vec<Product> {
    let components = COMPONENT_GOODS.iter().zip(COMPONENTS..).map(|(name, number)| product(number, name, &slug(name)));
    [camping_products(), kitchen_products(), gift_products(), components.collect()].into_iter().flatten().collect()
}

fn node(hierarchy: u64, number: u64, products: Vec<Product>, curated: Vec<u64>) -> Node {
    Node {
        id: identifier("node", number),
        hierarchy_id: identifier("hierarchy", hierarchy),
        products: products.into_iter().map(|product| product.id).collect(),
        curated: curated.into_iter().map(product_id).collect(),
    }
}

/// Camping is curated in full, kitchenware not at all, and gifts in part. Two curated lists hold a draft.
pub fn nodes() -> Vec<Node> {
    let mut camping_order: Vec<u64> = (CAMPING..CAMPING + 130).collect();
    camping_order.sort_by_key(|number| mixed(*number));
    camping_order.insert(12, 1200);
    let gift_order = vec![3101, 3017, 3004, 3200, 3022, 3100, 3000, 3011, 3008, 3019, 3024, 3002, 3014];
    vec![
        node(1, 1, camping_products(), camping_order),
        node(1, 2, kitchen_products(), Vec::new()),
        node(2, 3, gift_products(), gift_order),
    ]
}
