package shop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.annotation.PostConstruct;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.text.Normalizer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Makes the tables and the same shop data at every start. */
@Component
public class CatalogData {
    private static final Instant OPENING = Instant.parse("2024-03-01T08:00:00Z");
    private static final String[] ACCESSORIES = {"Crème brûlée torch", "Smörgås board", "Tea towel, striped",
        "Mug (large)", "50% wool blanket", "急須 teapot", "Jalapeño grinder", "Oak board", "Oak-board small",
        "Señor Café cup", "Straße candle", "Plain apron", "Plain apron long", "Łódź linen napkin", "Fig & honey jam",
        "Copper pan", "Bread knife", "Salt cellar", "Pepper mill", "Egg timer", "Honey dipper", "Cake stand",
        "Butter dish", "Rolling pin", "Whisk", "Gravy boat"};
    private final JdbcClient database;
    private final ObjectMapper json;
    private int number;

    public CatalogData(JdbcClient database, ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    static String identifier(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @PostConstruct
    public void load() {
        makeTables();
        sellSubscriptions();
        fillTableware();
        fillAccessories();
        fillGifts();
    }

    private void makeTables() {
        int externalRef = Flags.fault("external-ref-column-too-short") ? 255 : 4096;
        for (String table : List.of(
                "account (id varchar(36) primary key)",
                "offering (id varchar(36) primary key, external_ref varchar(4096), name varchar(2048),"
                        + " description varchar(2048), product_refs varchar(4096), created_at timestamp,"
                        + " updated_at timestamp)",
                "plan (id varchar(36) primary key, offering_id varchar(36))",
                "gateway_card (gateway varchar(1), customer_id varchar(2048), card_id varchar(2048))",
                "subscription (id varchar(36) primary key, external_ref varchar(" + externalRef + "),"
                        + " account_id varchar(36), offering_id varchar(36), plan_id varchar(36), currency varchar(3),"
                        + " created_at timestamp" + onceForEachAccount() + ")",
                "application_key (id varchar(36) primary key, name varchar, client_id varchar(100),"
                        + " secret_hash varchar(100), reserved_rate_limit bigint, created_at timestamp)",
                "node (id varchar(36) primary key, hierarchy_id varchar(36))",
                "product (id varchar(36) primary key, number int, name varchar(255), slug varchar(255),"
                        + " sku varchar(64) unique, status varchar(10), commodity_type varchar(10), upc_ean varchar(14),"
                        + " mpn varchar(40), description varchar(2000), external_ref varchar(4096), kind varchar(10),"
                        + " owner varchar(20), details varchar, created_at timestamp, updated_at timestamp)",
                "node_product (node_id varchar(36), product_id varchar(36), curated_position int,"
                        + " primary key (node_id, product_id))",
                "bundle_option (bundle_id varchar(36), component varchar(40), component_name varchar(80),"
                        + " min_options int, max_options int, component_order int, product_id varchar(36),"
                        + " quantity int, sort_order int, preselected boolean)")) {
            database.sql("create table " + table).update();
        }
    }

    private String onceForEachAccount() {
        return Flags.variant("one-subscription-per-account") ? ", unique (account_id, offering_id)" : "";
    }

    private void sellSubscriptions() {
        for (int account = 1; account <= 80; account++) {
            insert("account", identifier("account " + account));
        }
        String offering = identifier("offering coffee club");
        insert("offering", offering, "club-1", "Coffee club", "Fresh coffee every month.", "coffee-250,coffee-1000",
                Timestamp.from(OPENING), Timestamp.from(OPENING.plus(9, ChronoUnit.DAYS)));
        insert("plan", identifier("plan monthly"), offering);
        insert("plan", identifier("plan yearly"), offering);
        insert("gateway_card", "A", "cus_81Kd02", "card_visa_4417");
        insert("gateway_card", "B", "buyer-20931", "method-77");
    }

    /** Fully curated: every live product has a position, in an order that nothing else would give. */
    private void fillTableware() {
        String node = addNode("home", "tableware");
        List<String> ids = new ArrayList<>();
        for (int item = 1; item <= 134; item++) {
            ids.add(addProduct("Plate " + item, "plate-" + item, "standard", "live", Map.of()));
        }
        ids.add(addProduct("Plate withdrawn", "plate-withdrawn", "standard", "draft", Map.of()));
        for (int set = 1; set <= 3; set++) {
            String bundle = addProduct("Dinner set " + set, "dinner-set-" + set, "bundle", "live", Map.of());
            addOption(bundle, "plates", 0, identifier("product plate-" + set), 0);
            addOption(bundle, "plates", 0, identifier("product plate-" + (set + 40)), 1);
            addOption(bundle, "bowls", 1, identifier("product plate-" + (set + 80)), 0);
            ids.add(bundle);
        }
        Collections.shuffle(ids, new Random(7));
        for (int position = 0; position < ids.size(); position++) {
            attach(node, ids.get(position), position + 1);
        }
        attach(node, addProduct("Plate planned", "plate-planned", "standard", "draft", Map.of()), null);
        attach(node, addProduct("Bowl planned", "bowl-planned", "standard", "draft", Map.of()), null);
    }

    /** Not curated: ordinary names, slugs, bundles, and a product with variations. */
    private void fillAccessories() {
        String node = addNode("home", "accessories");
        String lastFilling = Flags.variant("component-withdrawn") ? "draft" : "live";
        for (String name : ACCESSORIES) {
            attach(node, addProduct(name, slug(name), "standard", "live", Map.of()), null);
        }
        attach(node, addProduct("Oak board waxed", "oak_board", "standard", "live", Map.of()), null);
        addShirts(node);
        for (int set = 1; set <= 6; set++) {
            String bundle = addProduct("Kitchen set N° " + set, "kitchen.set_" + set, "bundle", "live", Map.of());
            addOption(bundle, "knife", 0, productNamed("Bread knife"), 0);
            addOption(bundle, "pan", 1, productNamed("Copper pan"), 0);
            addOption(bundle, "extra", 2, identifier("product " + slug(ACCESSORIES[set])), 0);
            addOption(bundle, "extra", 2, identifier("product filling-" + set), 1);
            addProduct("Filling " + set, "filling-" + set, "standard", set == 6 ? lastFilling : "live", Map.of());
            attach(node, bundle, null);
        }
        attach(node, addProduct("Secret sieve", "secret-sieve", "standard", "draft", Map.of()), null);
        attach(node, addProduct("Secret ladle", "secret-ladle", "standard", "draft", Map.of()), null);
    }

    private void addShirts(String node) {
        Map<String, Object> matrix = new LinkedHashMap<>();
        List<Map<String, Object>> options = new ArrayList<>();
        for (String size : List.of("small", "medium", "large")) {
            String option = identifier("option " + size);
            options.add(Map.of("id", option, "name", size, "description", "Size " + size));
            matrix.put(option, identifier("product shirt-" + size));
            attach(node, addProduct("Café shirt " + size, "shirt-" + size, "child", "live", Map.of()), null);
        }
        attach(node, addProduct("Café shirt", "shirt", "parent", "live", Map.of(
                "variations", List.of(Map.of("id", identifier("variation size"), "name", "Size", "options", options)),
                "variation_matrix", matrix,
                "build_rules", Map.of("default", "include", "include", List.of(), "exclude", List.of()))), null);
    }

    /** Partly curated: fourteen positions, one of them held by a draft. */
    private void fillGifts() {
        String node = addNode("seasons", "gifts");
        for (int item = 1; item <= 26; item++) {
            String id = addProduct("Gift card " + item, "gift-card-" + item, "standard", "live", Map.of());
            attach(node, id, item % 2 == 0 ? 1 + (item * 5) % 27 : null);
        }
        for (int basket = 1; basket <= 5; basket++) {
            String bundle = addProduct("Gift basket " + basket, "gift-basket-" + basket, "bundle", "live", Map.of());
            addOption(bundle, "sweet", 0, productNamed("Fig & honey jam"), 0);
            addOption(bundle, "sweet", 0, productNamed("Honey dipper"), 1);
            addOption(bundle, "card", 1, identifier("product gift-card-" + basket), 0);
            attach(node, bundle, basket == 3 ? 30 : null);
        }
        attach(node, addProduct("Gift of next year", "gift-next-year", "standard", "draft", Map.of()), 28);
        attach(node, addProduct("Gift idea", "gift-idea", "standard", "draft", Map.of()), null);
    }

    private String addNode(String hierarchy, String name) {
        String node = identifier("node " + name);
        insert("node", node, identifier("hierarchy " + hierarchy));
        return node;
    }

    private String addProduct(String name, String slug, String kind, String status, Map<String, Object> special) {
        String id = identifier("product " + slug);
        number++;
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("variation_matrix", Map.of());
        if (number % 3 == 0) {
            details.put("tags", List.of("kitchen", "spring-" + number % 4));
        }
        if (number % 5 == 0) {
            details.put("locales", Map.of("de-DE", Map.of("name", name + " (deutsch)", "description", "Für zu Hause")));
        }
        if (number % 7 == 0) {
            details.put("custom_inputs", Map.of("engraving", Map.of("name", "Engraving", "validation_rules", List.of(
                    Map.of("type", "text", "options", Map.of("max_length", 40, "required", false))))));
        }
        details.putAll(special);
        insert("product", id, number, name, slug, "SKU-" + (1000 + number), status,
                number % 11 == 0 ? "digital" : "physical", number % 3 == 1 ? "0" + (40063813000L + number) : null,
                number % 4 == 0 ? "MPN-" + number : null, "About " + name + ".", number % 6 == 0 ? "erp-" + number : null,
                kind, number % 9 == 0 ? "organization" : "store", write(details),
                Timestamp.from(OPENING.plus(number, ChronoUnit.HOURS)),
                Timestamp.from(OPENING.plus(number * 3L, ChronoUnit.HOURS)));
        return id;
    }

    private void addOption(String bundle, String component, int componentOrder, String product, int sortOrder) {
        String title = component.substring(0, 1).toUpperCase() + component.substring(1);
        insert("bundle_option", bundle, component, title, 1, 2, componentOrder, product, sortOrder + 1, sortOrder,
                sortOrder == 0);
    }

    private void attach(String node, String product, Integer curatedPosition) {
        insert("node_product", node, product, curatedPosition);
    }

    private String productNamed(String name) {
        return identifier("product " + slug(name));
    }

    private String slug(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        return plain.toLowerCase().replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    private String write(Map<String, Object> details) {
        try {
            return json.writeValueAsString(details);
        } catch (JsonProcessingException error) {
            throw new IllegalStateException(error);
        }
    }

    private void insert(String table, Object... values) {
        String places = "?, ".repeat(values.length - 1) + "?";
        database.sql("insert into " + table + " values (" + places + ")").params(values).update();
    }
}
