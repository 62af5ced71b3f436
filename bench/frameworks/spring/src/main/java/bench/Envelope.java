package bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The envelope of section 2.1. */
public record Envelope(
    boolean status,
    String message,
    List<?> data,
    List<String> errors,
    @JsonProperty("response_code") String responseCode) {

  static Envelope success(String message, List<?> data) {
    return new Envelope(true, message, data, List.of(), "200");
  }

  static ResponseEntity<Object> refusal(int status, String message, List<String> errors, HttpHeaders headers) {
    var body = new Envelope(false, message, List.of(), errors, String.valueOf(status));
    return ResponseEntity.status(status).headers(headers).contentType(MediaType.APPLICATION_JSON).body(body);
  }
}
