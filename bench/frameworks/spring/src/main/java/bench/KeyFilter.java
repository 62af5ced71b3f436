package bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Section 5: the key comes first, whatever else is wrong with the request. */
@Component
class KeyFilter extends OncePerRequestFilter {
  private final ObjectMapper json;
  private final String valid;
  private final String limited;

  KeyFilter(ObjectMapper json, @Value("${KEY}") String valid, @Value("${LIMITED_KEY}") String limited) {
    this.json = json;
    this.valid = valid;
    this.limited = limited;
  }

  @Override
  protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var header = String.valueOf(request.getHeader("Authorization"));
    var key = header.regionMatches(true, 0, "Bearer ", 0, 7) ? header.substring(7).strip() : "";
    if (key.equals(limited) && request.getRequestURI().endsWith("/get-shipping-rates")) {
      refuse(response, 403, "Insufficient permissions", "This key may only list categories");
    } else if (key.equals(valid) || key.equals(limited)) {
      chain.doFilter(request, response);
    } else {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      refuse(response, 401, "Invalid API key", "Authentication failed: the API key is missing or invalid");
    }
  }

  private void refuse(HttpServletResponse response, int status, String message, String error) throws IOException {
    response.setStatus(status);
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    json.writeValue(
        response.getOutputStream(),
        new Envelope(false, message, List.of(), List.of(error), String.valueOf(status)));
  }
}
