package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShippingClientTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private final Sandbox sandbox = new Sandbox(); // JUnit makes an instance for each test

  private Optional<String> cheapest(String key) throws Exception {
    return new ShippingClient(http, Sandbox.URL, key).cheapestCourier(Files.readString(Path.of("shipment.json")));
  }

  @Test
  void findsTheCheapestCourier() throws Exception {
    assertEquals(Optional.of("Union Post Ground"), cheapest(sandbox.key()));

    sandbox.verify("""
        {"requests": [{"operation": "getShippingRates", "status": 200, "times": 1}]}""");
  }

  @Test
  void takesTwoFailuresOfTheServer() throws Exception {
    sandbox.scenario("flaky"); // 500, 500, then normal

    assertEquals(Optional.of("Union Post Ground"), cheapest(sandbox.key()));

    sandbox.verify("""
        {"requests": [{"status": 500, "times": 2}, {"status": 200, "times": 1}], "inOrder": true}""");
  }

  @Test
  void saysThatThereIsNoCourier() throws Exception {
    assertEquals(Optional.empty(), cheapest(sandbox.key() + "~no-couriers")); // the key forces the scenario
  }

  @Test
  void doesNotTryAWrongKeyAgain() throws Exception {
    var failure = assertThrows(IOException.class, () -> cheapest("dk_expired_" + sandbox.name()));

    assertEquals("No rates (401).", failure.getMessage());
    sandbox.verify("""
        {"requests": [{"status": 401, "times": 1}]}""");
  }
}
