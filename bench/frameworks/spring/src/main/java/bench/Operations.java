package bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/developer")
class Operations {
  record Category(
      int id,
      String name,
      @JsonProperty("created_at") String createdAt,
      @JsonProperty("updated_at") String updatedAt) {}

  record Courier(String name, String type, int hours, BigDecimal base, BigDecimal perUnit) {}

  record Rate(
      String id,
      @JsonProperty("request_id") String requestId,
      @JsonProperty("courier_name") String courierName,
      @JsonProperty("courier_type") String courierType,
      @JsonProperty("delivery_time") int deliveryTime,
      @JsonProperty("delivery_time_text") String deliveryTimeText,
      String description,
      @JsonProperty("home_delivery_fee") BigDecimal homeDeliveryFee,
      @JsonProperty("import_tax") String importTax,
      String logo,
      @JsonProperty("shipping_charge") BigDecimal shippingCharge) {}

  private static final List<Category> CATEGORIES =
      List.of(
          new Category(1, "Books", "2024-01-02T03:04:05Z", "2024-05-06T07:08:09Z"),
          new Category(2, "Café & Décor", "2024-01-02T03:05:00Z", "2024-01-02T03:05:00Z"));
  private static final List<Courier> COURIERS =
      List.of(
          new Courier("Ground", "ground", 96, new BigDecimal("6.40"), new BigDecimal("0.85")),
          new Courier("Air", "express", 36, new BigDecimal("18.25"), new BigDecimal("2.10")));

  @GetMapping("/categories")
  Envelope categories() {
    return Envelope.success("Categories", CATEGORIES);
  }

  @PostMapping(path = "/get-shipping-rates", consumes = "application/json")
  Object rates(@RequestBody JsonNode body) {
    var problems = Problems.of(body);
    if (!problems.isEmpty()) return Envelope.refusal(400, "Invalid request", problems, new HttpHeaders());
    var request = UUID.randomUUID().toString();
    var weight = body.get("weight").decimalValue();
    return Envelope.success("Shipping rates", COURIERS.stream().map(each -> rate(each, weight, request)).toList());
  }

  private static Rate rate(Courier courier, BigDecimal weight, String request) {
    var charge = courier.base().add(courier.perUnit().multiply(weight)).setScale(2, RoundingMode.HALF_UP);
    return new Rate(
        UUID.randomUUID().toString(),
        request,
        courier.name(),
        courier.type(),
        courier.hours(),
        courier.hours() + " hours",
        courier.name() + ", door to door",
        new BigDecimal("2.50"),
        "Paid by the receiver, if any",
        "https://img.example.com/" + courier.type() + ".png",
        charge);
  }
}
