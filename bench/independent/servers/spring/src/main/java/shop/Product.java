package shop;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A product as the tables hold it. */
public record Product(String id, String name, String slug, String sku, String status, String commodityType,
        Object upcEan, String mpn, String description, String externalRef, String kind, String owner,
        Map<String, Object> details, Instant createdAt, Instant updatedAt, boolean curated) {

    /** A component of a bundle, one row for each option. */
    public record Option(String bundleId, String component, String componentName, int min, int max,
            int componentOrder, String productId, int quantity, int sortOrder, boolean preselected) {
    }

    public record Page(List<Product> products, int total, long offset, long limit) {
    }
}
