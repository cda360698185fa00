package shop;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** The published catalog, generated with a fixed seed so that every start serves the same shop. */
final class Catalog {
    record Product(UUID id, String name, String slug, boolean live, Instant createdAt,
                   Map<String, Object> attributes, Map<String, Object> meta,
                   Map<String, Object> relationships, List<UUID> components) {}

    /** Products attached to a node, and the curated order (may be empty, may mention drafts). */
    record Node(UUID id, UUID hierarchy, String name, List<Product> attached, List<UUID> curated) {}

    private static final Comparator<Product> UNCURATED_ORDER = Switches.variant("order-by-name")
            ? Comparator.comparing(Product::name).thenComparing(p -> p.id().toString())
            : Comparator.comparing(Product::createdAt).reversed();

    private final Random random = new Random(20240611);
    private final Map<UUID, Product> products = new HashMap<>();
    private final Map<String, Integer> slugs = new HashMap<>();
    final List<Node> nodes = new ArrayList<>();
    private Instant clock = Instant.parse("2024-03-01T07:00:00Z");
    private int serial = 1000;

    Catalog() {
        UUID home = uuid();
        UUID food = uuid();
        kitchen(home);
        garden(home);
        lighting(home);
        List<Product> pantry = pantry(food);
        hampers(food, pantry);
        node(food, "Clearance", new ArrayList<>(List.of(product("Last Season Biscuit Tin", false, "standard"))), List.of());
    }

    Product product(UUID id) {
        return products.get(id);
    }

    Node node(UUID hierarchy, UUID id) {
        return nodes.stream().filter(n -> n.id.equals(id) && n.hierarchy.equals(hierarchy)).findFirst().orElse(null);
    }

    /** Everything attached to the node, curated products first, in listing order. */
    List<Product> ordered(Node node) {
        Map<UUID, Integer> rank = new HashMap<>();
        for (UUID id : node.curated) rank.put(id, rank.size());
        if (Switches.fault("node-curated-order-past-100")) rank.values().removeIf(position -> position >= 100);
        List<Product> result = new ArrayList<>(node.attached);
        result.sort(Comparator.<Product>comparingInt(p -> rank.getOrDefault(p.id, Integer.MAX_VALUE))
                .thenComparing(UNCURATED_ORDER));
        return result;
    }

    private void kitchen(UUID hierarchy) {
        List<Product> attached = products(
                List.of("Oak", "Steel", "Copper", "Enamel", "Glass", "Bamboo", "Ceramic", "Marble", "Slate", "Linen", "Cork", "Olive Wood"),
                List.of("Mixing Bowl", "Chopping Board", "Ladle", "Storage Jar 500 ml", "Salt & Pepper Set",
                        "Tea-Pot", "Serving Tray", "Trivet_XL", "Spoon Rest", "Measuring Cup"), 120);
        for (String name : List.of("Crème Brûlée Dish", "Bowl (Large)", "Salt, Coarse, Grinder", "Half-Moon Cleaver", "Pie Tin 23cm",
                "Pie Tin 23cm", "No. 7 Skillet", "Kettle", "Kettle_Mk2", "Whisk 3-in-1")) attached.add(product(name, true, "standard"));
        List<Product> drafts = drafts("Silicone Spatula", "Ice-Cream Scoop", "Pasta Roller 2", "Egg Timer");
        List<UUID> curated = new ArrayList<>(attached.stream().map(Product::id).toList());
        curated.add(drafts.get(0).id);
        curated.add(drafts.get(1).id);
        Collections.shuffle(curated, random);
        attached.addAll(drafts);
        node(hierarchy, "Kitchen", attached, curated);
    }

    private void garden(UUID hierarchy) {
        List<Product> attached = products(
                List.of("Small", "Large", "Galvanised", "Terracotta", "Folding", "Long-Handled", "Rustic", "Junior", "Pro", "Classic", "Green", "Cast_Iron"),
                List.of("Trowel", "Watering Can 5 l", "Hose 25m", "Plant Pot", "Hand Fork", "Rake", "Bird Feeder", "Bird-Bath", "Bench", "Lantern",
                        "Cold Frame", "Trellis", "Dibber", "Secateurs", "Compost Bin", "Gloves", "Kneeler", "Seed Tray", "Water Butt 100 l", "Parasol"), 237);
        attached.add(product("Rake", true, "standard"));
        attached.add(product("Garden Twine 50m", true, "standard"));
        attached.add(product("Garden Twine 50m", true, "standard"));
        attached.addAll(drafts("Solar Fountain", "Hedge-Trimmer X2", "Wheelbarrow", "Leaf Blower", "Rain_Gauge", "Small Greenhouse"));
        Collections.shuffle(attached, random);
        node(hierarchy, "Garden", attached, List.of());
    }

    private void lighting(UUID hierarchy) {
        List<Product> attached = new ArrayList<>();
        for (String name : List.of("Desk Lamp", "Desk Lamp", "Floor Lamp", "Pendant 40cm", "Wall-Light", "Night_Light", "String Lights 10m",
                "Bulb E27", "Bulb E14", "Clip-On Spot", "Reading Light 2.0", "Table Lantern")) attached.add(product(name, true, "standard"));
        List<Product> drafts = drafts("Chandelier", "Smart-Bulb Kit");
        List<UUID> curated = List.of(attached.get(7).id, attached.get(1).id, drafts.get(1).id,
                attached.get(10).id, attached.get(4).id, attached.get(0).id);
        attached.addAll(drafts);
        node(hierarchy, "Lighting", attached, curated);
    }

    private List<Product> pantry(UUID hierarchy) {
        List<Product> attached = products(List.of("Acacia", "Dark", "Smoked", "Wild", "Organic"),
                List.of("Honey 250 g", "Chocolate", "Almonds", "Tea", "Crackers", "Chutney"), 30);
        List<Product> live = List.copyOf(attached);
        attached.addAll(drafts("Truffle Oil", "Quince-Paste"));
        node(hierarchy, "Pantry", attached, List.of());
        return live;
    }

    private void hampers(UUID hierarchy, List<Product> pantry) {
        List<Product> attached = new ArrayList<>();
        String[] names = {"Picnic Hamper", "Tea-Time Box", "Chocolate Lovers Box", "Breakfast Hamper No. 1", "Office Snack Box 12", "New Home Hamper"};
        for (int i = 0; i < names.length; i++) {
            Product bundle = product(names[i], true, "bundle");
            Map<String, Object> components = new LinkedHashMap<>();
            components.put("sweet", component(bundle, "Something sweet", pantry.subList(i * 3, i * 3 + 3), 0));
            components.put("savoury", component(bundle, "Something savoury", pantry.subList(20 + i, 22 + i), 1));
            bundle.attributes.put("components", components);
            attached.add(bundle);
        }
        attached.add(product("Willow Basket", true, "standard"));
        attached.add(product("Gift Card Sleeve", true, "standard"));
        attached.addAll(drafts("Christmas Hamper 2025"));
        node(hierarchy, "Hampers", attached, List.of());
    }

    private static Map<String, Object> component(Product bundle, String name, List<Product> choices, int sortOrder) {
        List<Map<String, Object>> options = new ArrayList<>();
        for (Product choice : choices) {
            Map<String, Object> option = new LinkedHashMap<>();
            option.put("id", choice.id);
            option.put("type", "product");
            option.put("quantity", 1);
            option.put("sort_order", options.size());
            option.put("default", options.isEmpty());
            options.add(option);
            bundle.components.add(choice.id);
        }
        return new LinkedHashMap<>(Map.of("name", name, "options", options, "min", 1, "max", choices.size(), "sort_order", sortOrder));
    }

    private void node(UUID hierarchy, String name, List<Product> attached, List<UUID> curated) {
        nodes.add(new Node(uuid(), hierarchy, name, List.copyOf(attached), List.copyOf(curated)));
    }

    private List<Product> products(List<String> kinds, List<String> things, int count) {
        List<Product> result = new ArrayList<>();
        for (String thing : things) {
            for (String kind : kinds) {
                if (result.size() < count) result.add(product(kind + " " + thing, true, serial % 11 == 0 ? "parent" : "standard"));
            }
        }
        return result;
    }

    private List<Product> drafts(String... names) {
        List<Product> result = new ArrayList<>();
        for (String name : names) result.add(product(name, false, "standard"));
        return result;
    }

    private Product product(String name, boolean live, String kind) {
        int n = serial++;
        clock = clock.plusSeconds(600 + random.nextInt(40_000));
        String slug = slug(name, n);
        Map<String, Object> a = new LinkedHashMap<>();
        a.put("name", name);
        if (n % 4 != 0) a.put("description", name + " from our own collection.");
        a.put("slug", slug);
        a.put("sku", "SKU-" + n);
        a.put("status", live ? "live" : "draft");
        a.put("commodity_type", n % 29 == 0 ? "digital" : "physical");
        if (n % 3 == 0) a.put("upc_ean", String.format("40%011d", n * 7919L));
        if (n % 5 == 0) a.put("mpn", "M" + n + "/A");
        if (n % 7 == 0) a.put("external_ref", "erp:" + n);
        if (n % 13 == 0) a.put("locales", Map.of("fr-FR", Map.of("name", name + " (FR)", "description", "Notre collection.")));
        a.put("tags", n % 3 == 0 ? List.of("new-in", "gift") : n % 3 == 1 ? List.of("bestseller") : List.of());
        if (n % 17 == 0) {
            a.put("custom_inputs", Map.of("engraving", Map.of("name", "Engraving", "validation_rules",
                    List.of(Map.of("type", "string", "options", Map.of("max_length", 60, "required", false))))));
        }
        a.put("product_types", List.of(kind));
        Map<String, Object> matrix = new LinkedHashMap<>();
        if (kind.equals("parent")) {
            UUID black = uuid();
            UUID white = uuid();
            a.put("variations", List.of(Map.of("id", uuid(), "name", "Colour", "options", List.of(
                    Map.of("id", black, "name", "Black", "description", "Matt black"),
                    Map.of("id", white, "name", "White", "description", "Off-white")))));
            a.put("build_rules", Map.of("default", "include", "include", List.of(), "exclude", List.of()));
            matrix.put(black.toString(), uuid());
            matrix.put(white.toString(), uuid());
        }
        a.put("variation_matrix", matrix);
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("created_at", Main.timestamp(clock));
        meta.put("updated_at", Main.timestamp(clock.plusSeconds(86_400)));
        meta.put("owner", n % 2 == 0 ? "store" : "organization");
        Map<String, Object> relationships = n % 6 == 0
                ? Map.of("main_image", Map.of("data", Map.of("id", uuid(), "type", "main_image"))) : Map.of();
        Product product = new Product(uuid(), name, slug, live, clock, a, meta, relationships, new ArrayList<>());
        products.put(product.id, product);
        return product;
    }

    private String slug(String name, int n) {
        String base = name.strip().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^-|-$", "");
        if (n % 2 == 0) base = base.toLowerCase();
        int seen = slugs.merge(base.toLowerCase(), 1, Integer::sum);
        return seen == 1 ? base : base + "-" + seen;
    }

    private UUID uuid() {
        long high = random.nextLong() & 0xFFFFFFFFFFFF0FFFL | 0x4000L;
        long low = random.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
        return new UUID(high, low);
    }
}
