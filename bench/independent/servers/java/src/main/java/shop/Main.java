package shop;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.json.JavalinJackson;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

public final class Main {
    private static final String TOKEN = "shop-operator-5b1f0c9e";

    private Main() {}

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Catalog catalog = new Catalog();
        if (args.length > 0 && args[0].equals("--facts")) {
            System.out.println(mapper.enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(facts(catalog)));
            return;
        }
        Auth auth = new Auth(TOKEN);
        ApplicationKeys keys = new ApplicationKeys(mapper, auth);
        Subscriptions subscriptions = new Subscriptions(mapper, auth);
        NodeProducts nodeProducts = new NodeProducts(catalog);

        Javalin app = Javalin.create(config -> {
            config.showJavalinBanner = false;
            config.jsonMapper(new JavalinJackson(mapper, false));
            config.jetty.defaultHost = "127.0.0.1";
        });
        app.post("/v2/application-keys", keys::create);
        app.post("/subscriptions/subscriptions", subscriptions::create);
        app.get("/pcm/hierarchies/{hierarchyId}/nodes/{nodeId}/products", nodeProducts::list);
        app.exception(ApiException.class, Main::problem);

        Runtime.getRuntime().addShutdownHook(new Thread(app::stop));
        app.start(Integer.parseInt(System.getenv().getOrDefault("PORT", "8080")));
        System.out.println("listening");
    }

    static String baseUrl(Context ctx) {
        return ctx.scheme() + "://" + ctx.host();
    }

    static String timestamp(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static void problem(ApiException e, Context ctx) {
        if (Switches.variant("errors-list-400")) {
            int status = e.status == 422 ? 400 : e.status;
            List<Map<String, Object>> errors = new ArrayList<>();
            for (ApiException.Violation v : e.violations) {
                errors.add(Map.of("status", String.valueOf(status), "title", v.message(), "source", v.field()));
            }
            if (errors.isEmpty()) errors.add(Map.of("status", String.valueOf(status), "title", e.getMessage()));
            ctx.status(status).json(Map.of("errors", errors));
            return;
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("status", e.status);
        body.put("detail", e.getMessage());
        if (!e.violations.isEmpty()) body.put("violations", e.violations);
        ctx.status(e.status).json(body).contentType("application/problem+json");
    }

    /** What the operator of this shop knows (written to facts.json). */
    private static Map<String, Object> facts(Catalog catalog) {
        List<Map<String, Object>> nodes = new ArrayList<>();
        for (Catalog.Node node : catalog.nodes) {
            List<Catalog.Product> ordered = catalog.ordered(node);
            List<UUID> live = ordered.stream().filter(Catalog.Product::live).map(Catalog.Product::id).toList();
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("hierarchy", node.hierarchy());
            entry.put("node", node.id());
            entry.put("live", live);
            if (!node.curated().isEmpty()) entry.put("curated", node.curated().stream().filter(live::contains).toList());
            entry.put("hidden", ordered.stream().filter(p -> !p.live())
                    .map(p -> Map.of("id", p.id(), "name", p.name(), "slug", p.slug())).toList());
            nodes.add(entry);
        }
        Map<String, Object> subscription = new LinkedHashMap<>();
        subscription.put("account_id", Subscriptions.ACCOUNT);
        subscription.put("offering_id", Subscriptions.OFFERING);
        subscription.put("plan_id", Subscriptions.PLAN);
        subscription.put("currency", Subscriptions.CURRENCY);
        subscription.put("payment", Switches.variant("known-card-only") ? Subscriptions.KNOWN_PAYMENT : "any");
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("token", TOKEN);
        facts.put("subscription", subscription);
        facts.put("key", Map.of("reserved_rate_limit", 25));
        facts.put("nodes", nodes);
        return facts;
    }
}
