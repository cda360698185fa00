import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.testcontainers.Testcontainers;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.IndefiniteWaitOneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.MountableFile;

class ContractTest {
  /** The image, as it was built or pulled. */
  private static final String IMAGE = System.getenv().getOrDefault("ASSAY_IMAGE", "localhost/assay");

  /** Tests a client against the stub. */
  @Test
  void clientReadsAListing() throws Exception {
    try (var stub = new GenericContainer<>(IMAGE).withExposedPorts(4010).waitingFor(Wait.forListeningPort())) {
      stub.start();
      var base = "http://" + stub.getHost() + ":" + stub.getMappedPort(4010);
      var path = "/pcm/hierarchies/74d5cd0e-2e0b-4558-a666-a53c2ee1f644/nodes/aa22def5-0ffc-4a8c-88a5-b590a731785e/products";
      var request = HttpRequest.newBuilder(URI.create(base + path)).header("Authorization", "Bearer any").build();
      var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      assertEquals(200, response.statusCode());
      assertTrue(response.body().contains("\"total\":100"));
    }
  }

  /** Checks a server on this machine, on the port that SERVER_PORT names. */
  @Test
  void serverKeepsTheContract() {
    var port = Integer.parseInt(System.getenv().getOrDefault("SERVER_PORT", "8080"));
    Testcontainers.exposeHostPorts(port);
    try (var check = new GenericContainer<>(IMAGE)
        .withCopyFileToContainer(MountableFile.forHostPath("../assay.target.yaml"), "/work/assay.target.yaml")
        .withCommand("check", "http://host.testcontainers.internal:" + port, "--target", "assay.target.yaml", "--allow-writes")
        .withStartupCheckStrategy(new IndefiniteWaitOneShotStartupCheckStrategy())
        .withStartupTimeout(Duration.ofMinutes(5))
        .withLogConsumer(line -> System.out.print(line.getUtf8String()))) {
      // An exit code other than 0 is thrown.
      check.start();
    }
  }
}
