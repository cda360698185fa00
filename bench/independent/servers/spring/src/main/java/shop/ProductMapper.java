package shop;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Turns rows into the product objects of the answer. */
@Component
public class ProductMapper {
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Links(String current, String first, String last, String prev, String next,
            @JsonInclude(JsonInclude.Include.NON_NULL) String self) {
    }

    private final ProductRepository repository;
    private final Set<String> componentIds = new LinkedHashSet<>();

    public ProductMapper(ProductRepository repository) {
        this.repository = repository;
    }

    public List<Map<String, Object>> data(List<Product> products, Links links) {
        return objects(products, options(products), links);
    }

    /** The component products of the bundles of this page. */
    public List<Map<String, Object>> componentProducts(List<Product> products) {
        Set<String> ids = Flags.fault("included-keeps-earlier-answers") ? componentIds : new LinkedHashSet<>();
        options(products).values().forEach(options -> ids.addAll(componentIds(options)));
        List<Product> components = repository.findLive(ids);
        return objects(components, options(components), null);
    }

    private Set<String> componentIds(List<Product.Option> options) {
        if (Flags.fault("included-first-component-only")) {
            Map<String, String> ids = options.stream().collect(
                    Collectors.toMap(Product.Option::bundleId, Product.Option::productId, (first, next) -> first));
            return new LinkedHashSet<>(ids.values());
        }
        return options.stream().map(Product.Option::productId).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Map<String, List<Product.Option>> options(List<Product> products) {
        List<String> bundles = products.stream()
                .filter(product -> product.kind().equals("bundle")).map(Product::id).toList();
        return repository.findOptions(bundles).stream()
                .collect(Collectors.groupingBy(Product.Option::bundleId, LinkedHashMap::new, Collectors.toList()));
    }

    private List<Map<String, Object>> objects(List<Product> products, Map<String, List<Product.Option>> options,
            Links links) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Product product : products) {
            objects.add(object(product, options.getOrDefault(product.id(), List.of()), links));
        }
        return objects;
    }

    private Map<String, Object> object(Product product, List<Product.Option> options, Links links) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", product.id());
        object.put("type", "product");
        Map<String, Object> attributes = attributes(product, options);
        object.put("attributes", attributes);
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("created_at", product.createdAt());
        meta.put("updated_at", product.updatedAt());
        meta.put("owner", product.owner());
        if (Flags.variant("curated-flag-beside-attributes")) {
            object.put("curated_product", product.curated());
        } else if (product.curated()) {
            attributes.put("curated_product", true);
        }
        if (!Flags.variant("sparse-products")) {
            object.put("meta", meta);
            object.put("relationships", relationships(product, options));
        }
        object.put("links", links);
        return object;
    }

    private Map<String, Object> attributes(Product product, List<Product.Option> options) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("name", product.name());
        attributes.put("slug", product.slug());
        attributes.put("sku", product.sku());
        attributes.put("status", product.status());
        attributes.put("product_types", List.of(product.kind()));
        if (!options.isEmpty()) {
            attributes.put("components", components(options));
        }
        if (!Flags.variant("sparse-products")) {
            attributes.put("commodity_type", product.commodityType());
            attributes.put("upc_ean", product.upcEan());
            attributes.put("mpn", product.mpn());
            attributes.put("description", product.description());
            attributes.put("external_ref", product.externalRef());
            attributes.putAll(product.details());
        }
        return attributes;
    }

    private Map<String, Object> components(List<Product.Option> options) {
        Map<String, Object> components = new LinkedHashMap<>();
        options.stream().collect(Collectors.groupingBy(Product.Option::component, LinkedHashMap::new,
                Collectors.toList())).forEach((key, members) -> components.put(key, component(members)));
        return components;
    }

    private Map<String, Object> component(List<Product.Option> members) {
        Product.Option first = members.get(0);
        return Map.of("name", first.componentName(), "min", first.min(), "max", first.max(),
                "sort_order", first.componentOrder(),
                "options", members.stream().map(option -> Map.of("id", option.productId(), "type", "product",
                        "quantity", option.quantity(), "sort_order", option.sortOrder(),
                        "default", option.preselected())).toList());
    }

    private Map<String, Object> relationships(Product product, List<Product.Option> options) {
        Map<String, Object> relationships = new LinkedHashMap<>();
        if (!options.isEmpty()) {
            relationships.put("component_products", Map.of("data", options.stream().map(Product.Option::productId)
                    .distinct().map(id -> Map.of("id", id, "type", "product")).toList()));
        }
        return relationships;
    }
}
