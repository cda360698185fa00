import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** Tests of a small client. Run them with: assay client -- mvn -q test */
class ShopTest {
  private final String base = System.getenv("ASSAY_STUB_URL");

  @Test
  void createsAKey() throws Exception {
    var body = "{\"data\":{\"type\":\"application_key\",\"name\":\"Importer " + System.nanoTime() + "\"}}";
    var request = HttpRequest.newBuilder(URI.create(base + "/v2/application-keys"))
        .header("Authorization", "Bearer any")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertEquals(201, response.statusCode());
    assertTrue(response.body().contains("\"client_secret\""));
  }
}
