package shop;

import io.javalin.http.Context;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import static java.nio.charset.StandardCharsets.UTF_8;

/** GET /pcm/hierarchies/{hierarchyId}/nodes/{nodeId}/products */
final class NodeProducts {
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_PAGE = 100;
    private static final int MAX_BOUND = 10_000;

    private final Catalog catalog;
    private final Map<String, Object> cache = new ConcurrentHashMap<>();

    NodeProducts(Catalog catalog) {
        this.catalog = catalog;
    }

    void list(Context ctx) {
        Catalog.Node node = catalog.node(uuid(ctx, "hierarchyId"), uuid(ctx, "nodeId"));
        if (node == null) throw new ApiException(404, "There is no such node in this hierarchy.");
        int offset = number(ctx, "page[offset]", 0, 0);
        int limit = number(ctx, "page[limit]", DEFAULT_LIMIT, 1);
        if (limit > MAX_PAGE) {
            if (Switches.variant("limit-over-100-rejected")) throw new ApiException(400, "page[limit] is at most 100.");
            limit = MAX_PAGE;
        }
        String filter = ctx.queryParam("filter");
        Predicate<Catalog.Product> matches = Filter.parse(filter);

        if (Switches.fault("node-cache-without-filter")) {
            int size = limit;
            ctx.json(cache.computeIfAbsent(node.id() + ":" + offset + ":" + size,
                    key -> page(ctx, node, matches, filter, offset, size)));
        } else {
            ctx.json(page(ctx, node, matches, filter, offset, limit));
        }
    }

    private Map<String, Object> page(Context ctx, Catalog.Node node, Predicate<Catalog.Product> matches,
                                     String filter, int offset, int limit) {
        Set<UUID> curated = Set.copyOf(node.curated());
        List<Catalog.Product> attached = catalog.ordered(node);
        if (matches != null) attached = attached.stream().filter(matches).toList();
        List<Catalog.Product> results = attached.stream()
                .filter(p -> p.live()
                        || Switches.fault("node-curated-drafts") && curated.contains(p.id())
                        || Switches.fault("node-drafts-under-filter") && matches != null)
                .toList();
        int total = Switches.fault("node-total-counts-drafts") ? attached.size() : results.size();

        int start = Switches.fault("node-offset-as-page") ? offset * limit : offset;
        if (Switches.fault("node-last-page-overrun")) start = Math.max(0, Math.min(start, results.size() - limit));
        int from = Math.min(start, results.size());
        List<Catalog.Product> page = results.subList(from, Math.min(from + limit, results.size()));

        boolean markCurated = !(Switches.fault("node-curated-flag-under-filter") && matches != null);
        Map<String, Object> links = links(ctx, filter, offset, limit, total);
        List<Map<String, Object>> data = page.stream().map(product -> {
            Map<String, Object> view = view(product, markCurated && curated.contains(product.id()));
            view.put("links", links);
            return view;
        }).toList();

        Map<String, Object> body = new LinkedHashMap<>();
        body.put("data", data);
        body.put("included", Map.of("component_products", components(page)));
        body.put("meta", Map.of("results", Map.of("total", total)));
        return body;
    }

    private List<Map<String, Object>> components(List<Catalog.Product> page) {
        Set<UUID> ids = new LinkedHashSet<>();
        for (Catalog.Product product : page) {
            ids.addAll(product.components());
            if (Switches.fault("node-included-first-bundle") && !ids.isEmpty()) break;
        }
        return ids.stream().map(catalog::product).filter(Catalog.Product::live).map(p -> view(p, false)).toList();
    }

    private static Map<String, Object> view(Catalog.Product product, boolean curated) {
        boolean sparse = Switches.variant("sparse-optional");
        boolean flagOnTop = Switches.variant("curated-flag-top-level");
        Map<String, Object> attributes = new LinkedHashMap<>(product.attributes());
        if (sparse) {
            attributes.keySet().removeAll(Set.of("description", "upc_ean", "mpn", "external_ref", "variation_matrix", "commodity_type"));
            if (List.of().equals(attributes.get("tags"))) attributes.remove("tags");
        }
        if (curated && !flagOnTop) attributes.put("curated_product", true);
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("id", product.id());
        view.put("type", "product");
        view.put("attributes", attributes);
        if (curated && flagOnTop) view.put("curated_product", true);
        if (!sparse) {
            view.put("relationships", product.relationships());
            view.put("meta", product.meta());
        }
        return view;
    }

    private static Map<String, Object> links(Context ctx, String filter, int offset, int limit, int total) {
        boolean several = Switches.fault("node-links-exact-page") ? total >= limit : total > limit;
        boolean more = Switches.fault("node-links-exact-page") ? offset + limit <= total : offset + limit < total;
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("current", link(ctx, filter, offset, limit));
        links.put("first", link(ctx, filter, 0, limit));
        links.put("last", several ? link(ctx, filter, (total - 1) / limit * limit, limit) : null);
        links.put("prev", offset == 0 ? null : link(ctx, filter, Math.max(0, offset - limit), limit));
        links.put("next", more ? link(ctx, filter, offset + limit, limit) : null);
        return links;
    }

    private static String link(Context ctx, String filter, int offset, int limit) {
        String base = Switches.variant("relative-links") ? "" : Main.baseUrl(ctx);
        String query = "?page%5Boffset%5D=" + offset + "&page%5Blimit%5D=" + limit;
        if (filter != null) query += "&filter=" + URLEncoder.encode(filter, UTF_8);
        return base + ctx.path() + query;
    }

    private static int number(Context ctx, String name, int fallback, int min) {
        String text = ctx.queryParam(name);
        if (text == null || text.isEmpty()) return fallback;
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= MAX_BOUND) return (int) value;
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new ApiException(400, name + " must be a number from " + min + " to " + MAX_BOUND + ".");
    }

    private static UUID uuid(Context ctx, String param) {
        try {
            return UUID.fromString(ctx.pathParam(param));
        } catch (IllegalArgumentException e) {
            throw new ApiException(404, "'" + param + "' is not a UUID.");
        }
    }
}
