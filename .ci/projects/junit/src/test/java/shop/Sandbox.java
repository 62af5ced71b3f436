package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** One test's share of the mock: its key, its scenario and its journal. */
record Sandbox(String name) {
  static final String URL = System.getenv("DRYDOCK_URL");

  Sandbox() {
    this(UUID.randomUUID().toString());
  }

  String key() {
    return "dk_test_" + name;
  }

  void scenario(String scenario) throws IOException, InterruptedException {
    control("PUT", "scenario", "{\"scenario\": \"" + scenario + "\"}");
  }

  /** Takes what the journal must have, as JSON. */
  void verify(String expected) throws IOException, InterruptedException {
    var verdict = control("POST", "verify", expected);
    assertTrue(verdict.contains("\"verified\":true"), verdict);
  }

  private String control(String method, String path, String body) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(URL).resolve("/__drydock/sandboxes/" + name + "/" + path))
            .header("Authorization", "Bearer " + System.getenv("DRYDOCK_CONTROL_TOKEN"))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return response.body();
  }
}
