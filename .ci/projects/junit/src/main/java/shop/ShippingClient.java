package shop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The code under test. */
public record ShippingClient(HttpClient http, String url, String key) {
  public Optional<String> cheapestCourier(String shipment) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url + "/get-shipping-rates"))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(5))
            .POST(HttpRequest.BodyPublishers.ofString(shipment))
            .build();
    var response = http.send(request, BodyHandlers.ofString());
    for (var attempt = 1; response.statusCode() >= 500 && attempt < 3; attempt++) {
      Thread.sleep(10L << attempt);
      response = http.send(request, BodyHandlers.ofString());
    }
    if (response.statusCode() != 200) throw new IOException("No rates (" + response.statusCode() + ").");
    var rates = new ObjectMapper().readTree(response.body()).get("data");
    return StreamSupport.stream(rates.spliterator(), false)
        .min(Comparator.comparingDouble((JsonNode rate) -> rate.get("shipping_charge").asDouble()))
        .map(rate -> rate.get("courier_name").asText());
  }
}
