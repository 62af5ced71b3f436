package bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Every problem of a rate request, one sentence each (section 7 rule 2); Jackson alone would stop at the first. */
final class Problems {
  private static final List<String> TEXTS = List.of("product_type", "weight_unit", "delivery_type");
  private static final List<String> PARTY =
      List.of("address", "state", "state_short_code", "city", "zip_code", "country_code");
  private static final BigDecimal MOST = new BigDecimal(100_000);
  private final List<String> found = new ArrayList<>();

  static List<String> of(JsonNode body) {
    var problems = new Problems();
    if (!body.isObject()) return List.of("The body must be a JSON object");
    problems.request(body);
    return problems.found;
  }

  private void request(JsonNode body) {
    if (body.path("box_dimension").isArray() && body.path("box_dimension").isEmpty())
      found.add("box_dimension must have at least one box");
    for (var box : elements(body, "box_dimension", "")) box(box.node(), box.place());
    for (var name : TEXTS) text(body, name, "");
    positive(body, "weight", "");
    for (var party : List.of("sender", "receiver")) {
      var node = field(body, party, "", JsonNode::isObject, "must be an object");
      if (node == null) continue;
      for (var name : PARTY) text(node, name, party + ".");
      country(node, party + ".");
    }
  }

  private void box(JsonNode box, String place) {
    for (var name : List.of("length", "width", "height")) number(box, name, place + ".");
    positive(box, "weight", place + ".");
    for (var item : elements(box, "items", place + "."))
      for (var name : List.of("name", "quantity", "unit_price")) text(item.node(), name, item.place() + ".");
  }

  private record Element(JsonNode node, String place) {}

  private List<Element> elements(JsonNode owner, String name, String prefix) {
    var list = field(owner, name, prefix, JsonNode::isArray, "must be an array");
    var objects = new ArrayList<Element>();
    for (int index = 0; list != null && index < list.size(); index++) {
      var place = prefix + name + "[" + index + "]";
      if (list.get(index).isObject()) objects.add(new Element(list.get(index), place));
      else found.add(place + " must be an object");
    }
    return objects;
  }

  private JsonNode field(JsonNode owner, String name, String prefix, Predicate<JsonNode> fits, String complaint) {
    var value = owner.get(name);
    if (value == null) found.add(prefix + name + " is required");
    else if (!fits.test(value)) found.add(prefix + name + " " + complaint);
    else return value;
    return null;
  }

  private void text(JsonNode owner, String name, String prefix) {
    field(owner, name, prefix, JsonNode::isTextual, "must be a string");
  }

  private void country(JsonNode party, String prefix) {
    var code = party.get("country_code");
    if (code != null && code.isTextual() && !code.asText().matches("[A-Za-z]{2}"))
      found.add(prefix + "country_code must be two letters");
  }

  private JsonNode number(JsonNode owner, String name, String prefix) {
    return field(owner, name, prefix, JsonNode::isNumber, "must be a number");
  }

  private void positive(JsonNode owner, String name, String prefix) {
    var value = number(owner, name, prefix);
    if (value == null) return;
    var weight = value.decimalValue();
    if (weight.signum() <= 0 || weight.compareTo(MOST) > 0)
      found.add(prefix + name + " must be above 0 and at most " + MOST);
  }
}
