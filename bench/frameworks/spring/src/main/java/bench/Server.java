package bench;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service in Spring Boot: a controller, an interceptor for the key, advice for what goes wrong. */
@SpringBootApplication
public class Server {
  public static void main(String[] arguments) {
    SpringApplication.run(Server.class, arguments);
  }
}
