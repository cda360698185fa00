import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ApplicationKeysApi;
import org.openapitools.client.api.NodeProductsApi;
import org.openapitools.client.api.SubscriptionsApi;
import org.openapitools.client.model.*;

/** Reads nodes and creates a key and a subscription with the Java client of OpenAPI Generator. */
public class WithGenerator {
  public static void main(String[] words) throws Exception {
    var output = new java.io.PrintStream(System.out, true, "UTF-8");
    var client = new ApiClient();
    client.updateBaseUri(words[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer any"));
    var products = new NodeProductsApi(client);

    for (int place = 4; place + 1 < words.length; place += 2) {
      var hierarchy = UUID.fromString(words[place]);
      var node = UUID.fromString(words[place + 1]);
      ProductListing page;
      long offset = 0;
      do {
        page = products.listNodeProducts(hierarchy, node, null, offset, 5L);
        page.getData().forEach(product -> show(product, output));
        offset += page.getData().size();
      } while (offset < page.getMeta().getResults().getTotal());
      var last = page.getData().get(page.getData().size() - 1);
      var filter = "in(id," + last.getId() + ")";
      page = products.listNodeProducts(hierarchy, node, filter, null, null);
      output.println("found " + page.getData().get(0).getId());
    }

    var key = new ApplicationKeyRequestData()
        .type(ApplicationKeyRequestData.TypeEnum.APPLICATION_KEY)
        .name("Größe, “42”");
    var createdKey = new ApplicationKeysApi(client).createApplicationKey(new ApplicationKeyRequest().data(key));
    output.println("key " + createdKey.getData().getName());

    var wanted = new SubscriptionRequestData()
        .accountId(UUID.fromString(words[1]))
        .offeringId(UUID.fromString(words[2]))
        .planId(UUID.fromString(words[3]))
        .currency("USD");
    var created = new SubscriptionsApi(client).createSubscription(new SubscriptionRequest().data(wanted), null);
    output.println("subscription " + created.getData().getAttributes().getPlanId());
  }

  static void show(ListedProduct product, java.io.PrintStream output) {
    output.println(product.getId());
    if (product.getRelationships() == null) return;
    for (Map.Entry<String, ProductRelationship> entry : new TreeMap<>(product.getRelationships()).entrySet()) {
      var data = entry.getValue().getData().getActualInstance();
      output.println("  " + entry.getKey() + ": " + (data instanceof List ? several(data) : id(data)));
    }
  }

  static String several(Object data) {
    return ((List<?>) data).stream().map(WithGenerator::id).collect(Collectors.joining(" ", "[", "]"));
  }

  static String id(Object resource) {
    return ((RelatedResource) resource).getId().toString();
  }
}
