package io.github.dynamooutbox.examples.orders;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item of the table as entities read it. A missing attribute is an error. */
record StoredItem(Map<String, AttributeValue> attributes) {
  StoredItem {
    attributes = Map.copyOf(attributes);
  }

  String text(String attribute) {
    return value(attribute).s();
  }

  long number(String attribute) {
    return Long.parseLong(value(attribute).n());
  }

  boolean flag(String attribute) {
    return value(attribute).bool();
  }

  Map<String, Integer> numbers(String attribute) {
    Map<String, Integer> numbers = new HashMap<>();
    value(attribute).m().forEach((key, value) -> numbers.put(key, Integer.valueOf(value.n())));
    return numbers;
  }

  static AttributeValue of(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  static AttributeValue of(Map<String, Integer> numbers) {
    Map<String, AttributeValue> values = new HashMap<>();
    numbers.forEach((key, value) -> values.put(key, of(value)));
    return AttributeValue.fromM(values);
  }

  private AttributeValue value(String attribute) {
    return Objects.requireNonNull(attributes.get(attribute), attribute);
  }
}
