package bench;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Puts what Spring itself refuses into the envelope: 400, 404, 405, 415, and 500 for the rest. */
@RestControllerAdvice
class Advice extends ResponseEntityExceptionHandler {
  @Override
  protected ResponseEntity<Object> handleExceptionInternal(
      Exception exception, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    var message =
        switch (status.value()) {
          case 400 -> "The body is not valid JSON";
          case 404 -> "Resource not found";
          case 405 -> "Method not allowed";
          case 415 -> "Content-Type must be application/json";
          default -> "Request refused";
        };
    return Envelope.refusal(status.value(), message, List.of(message), headers);
  }

  @ExceptionHandler(Exception.class)
  ResponseEntity<Object> failure() {
    return Envelope.refusal(500, "Internal server error", List.of("Internal server error"), new HttpHeaders());
  }
}
