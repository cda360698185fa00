package shop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
public class ProductRepository {
    private static final String COLUMNS = "select p.*, a.curated_position ";
    private static final String ATTACHED = "from node_product a join product p on p.id = a.product_id ";
    private final JdbcClient database;
    private final ObjectMapper json;

    public ProductRepository(JdbcClient database, ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    public boolean nodeExists(String hierarchy, String node) {
        return database.sql("select count(*) from node where hierarchy_id = ? and id = ?")
                .params(hierarchy, node).query(Integer.class).single() > 0;
    }

    public List<Product> findAttached(String node, ProductFilter filter, long offset, long limit) {
        Map<String, Object> parameters = parameters(node, filter);
        parameters.put("offset", offset);
        parameters.put("limit", Flags.fault("page-one-record-too-long") ? limit + 1 : limit);
        Set<String> firstCurated = Flags.fault("curated-flag-first-page-only") ? curated(node, limit) : null;
        return database.sql(COLUMNS + ATTACHED + where(node, filter) + order(filter) + " limit :limit offset :offset")
                .params(parameters)
                .query((row, number) -> read(row, firstCurated == null
                        ? row.getObject("curated_position") != null : firstCurated.contains(row.getString("id"))))
                .list();
    }

    /** The catalog is published, so a total never changes. */
    @Cacheable(cacheNames = "totals", keyGenerator = "totalsKey")
    public int countAttached(String node, ProductFilter filter) {
        String conditions = where(node, filter);
        if (Flags.fault("total-counts-drafts")) {
            conditions = conditions.replace(" and p.status = 'live'", "");
        }
        String joined = Flags.fault("total-counts-components")
                ? "left join (select distinct bundle_id, component from bundle_option) b on b.bundle_id = p.id " : "";
        return database.sql("select count(*) " + ATTACHED + joined + conditions)
                .params(parameters(node, filter)).query(Integer.class).single();
    }

    public List<Product> findLive(Collection<String> ids) {
        return ids.isEmpty() ? List.of()
                : database.sql("select p.* from product p where p.status = 'live' and p.id in (:ids) order by p.number")
                        .param("ids", ids).query((row, number) -> read(row, false)).list();
    }

    public List<Product.Option> findOptions(Collection<String> bundles) {
        return bundles.isEmpty() ? List.of()
                : database.sql("select * from bundle_option where bundle_id in (:ids)"
                        + " order by bundle_id, component_order, sort_order")
                        .param("ids", bundles).query((row, number) -> readOption(row)).list();
    }

    private String where(String node, ProductFilter filter) {
        String live = Flags.fault("curated-drafts-listed")
                ? "(p.status = 'live' or a.curated_position is not null)" : "p.status = 'live'";
        String conditions = "where a.node_id = :node";
        if (filter == null) {
            return conditions + " and " + live;
        }
        if (Flags.fault("filter-ignored-on-curated-node") && !curated(node, 1).isEmpty()) {
            return conditions + " and " + live;
        }
        if (Flags.fault("drafts-found-by-id") && filter.isIn()) {
            return conditions + " and " + filter.condition();
        }
        return conditions + " and " + live + " and " + filter.condition();
    }

    private String order(ProductFilter filter) {
        if (Flags.fault("order-lost-with-ids") && filter != null && filter.isIn()) {
            return " order by p.id";
        }
        String position = Flags.fault("curated-position-as-text")
                ? "cast(a.curated_position as varchar)" : "a.curated_position";
        return " order by " + position + " nulls last, p.number desc";
    }

    private Map<String, Object> parameters(String node, ProductFilter filter) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("node", node);
        if (filter != null) {
            parameters.put("values", filter.isIn() ? filter.values() : filter.values().get(0));
        }
        return parameters;
    }

    private Set<String> curated(String node, long limit) {
        return new HashSet<>(database.sql("select product_id from node_product"
                + " where node_id = ? and curated_position is not null order by curated_position limit ?")
                .params(node, limit).query(String.class).list());
    }

    private Product read(ResultSet row, boolean curated) throws SQLException {
        Object upc = row.getString("upc_ean");
        if (Flags.fault("upc-read-as-number") && upc != null) {
            upc = row.getLong("upc_ean");
        }
        return new Product(row.getString("id"), row.getString("name"), row.getString("slug"), row.getString("sku"),
                row.getString("status"), row.getString("commodity_type"), upc, row.getString("mpn"),
                row.getString("description"), row.getString("external_ref"), row.getString("kind"),
                row.getString("owner"), details(row.getString("details")),
                row.getTimestamp("created_at").toInstant(), row.getTimestamp("updated_at").toInstant(), curated);
    }

    private Map<String, Object> details(String text) {
        try {
            return json.readValue(text, new TypeReference<Map<String, Object>>() { });
        } catch (JsonProcessingException error) {
            throw new IllegalStateException(error);
        }
    }

    private Product.Option readOption(ResultSet row) throws SQLException {
        return new Product.Option(row.getString("bundle_id"), row.getString("component"),
                row.getString("component_name"), row.getInt("min_options"), row.getInt("max_options"),
                row.getInt("component_order"), row.getString("product_id"), row.getInt("quantity"),
                row.getInt("sort_order"), row.getBoolean("preselected"));
    }

    @Configuration
    static class CacheKeys {
        @Bean
        KeyGenerator totalsKey() {
            return (target, method, parameters) -> Flags.fault("total-cached-without-filter")
                    ? parameters[0] : new SimpleKey(parameters);
        }
    }
}
