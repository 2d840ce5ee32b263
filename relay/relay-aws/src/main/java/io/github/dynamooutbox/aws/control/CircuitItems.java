package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One item for each scope: its circuits, which of its events fail, and how late it is. */
record CircuitItems(String table, QueueKeys keys) {
  private static final String TARGET = "target#";
  private static final String FAILING = "failing#";
  private static final String LATE = "late";

  void save(DynamoDbClient client, String scope, String target, Optional<SavedCircuit> circuit) {
    set(client, scope, TARGET + target, circuit.map(CircuitItems::of));
  }

  void saveLateness(DynamoDbClient client, String scope, Optional<SavedLateness> late) {
    set(
        client,
        scope,
        LATE,
        late.map(
            each ->
                AttributeValue.fromM(
                    Map.of("since", millis(each.since()), "age", number(each.age().toMillis())))));
  }

  void saveFailing(
      DynamoDbClient client, String scope, Map<String, SavedFailing> failing, Set<String> over) {
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    List<String> sets = new ArrayList<>();
    List<String> removals = new ArrayList<>();
    failing.forEach(
        (name, each) -> {
          int number = names.size();
          names.put("#n" + number, FAILING + name);
          values.put(":v" + number, of(each));
          sets.add("#n%d = :v%d".formatted(number, number));
        });
    for (String name : over) {
      if (!failing.containsKey(name)) {
        removals.add("#n" + names.size());
        names.put("#n" + names.size(), FAILING + name);
      }
    }
    String update =
        (sets.isEmpty() ? "" : "SET " + String.join(", ", sets))
            + (removals.isEmpty() ? "" : " REMOVE " + String.join(", ", removals));
    if (!update.isEmpty()) {
      client.updateItem(
          request -> {
            request
                .tableName(table)
                .key(keys.circuits(scope))
                .updateExpression(update)
                .expressionAttributeNames(names);
            if (!values.isEmpty()) {
              request.expressionAttributeValues(values);
            }
          });
    }
  }

  private static AttributeValue of(SavedFailing failing) {
    return AttributeValue.fromM(
        Map.of(
            "since", millis(failing.since()),
            "savedAt", millis(failing.savedAt()),
            "othersPass", AttributeValue.fromBool(failing.othersPass())));
  }

  private void set(
      DynamoDbClient client, String scope, String name, Optional<AttributeValue> value) {
    client.updateItem(
        request -> {
          request
              .tableName(table)
              .key(keys.circuits(scope))
              .updateExpression(value.isPresent() ? "SET #name = :value" : "REMOVE #name")
              .expressionAttributeNames(Map.of("#name", name));
          value.ifPresent(each -> request.expressionAttributeValues(Map.of(":value", each)));
        });
  }

  private static AttributeValue of(SavedCircuit circuit) {
    return AttributeValue.fromM(
        Map.of(
            "state", text(circuit.state().name()),
            "since", millis(circuit.since()),
            "attempts", number(circuit.attempts()),
            "savedAt", millis(circuit.savedAt()),
            "probeAt", millis(circuit.probeAt())));
  }

  static Map<String, SavedCircuit> circuits(Map<String, AttributeValue> item) {
    Map<String, SavedCircuit> circuits = new HashMap<>();
    item.forEach(
        (name, value) -> {
          if (name.startsWith(TARGET)) {
            circuits.put(name.substring(TARGET.length()), circuit(value.m()));
          }
        });
    return circuits;
  }

  private static SavedCircuit circuit(Map<String, AttributeValue> fields) {
    return new SavedCircuit(
        SavedCircuit.State.valueOf(textOf(fields, "state")),
        instantOf(fields, "since"),
        (int) numberOf(fields, "attempts"),
        instantOf(fields, "savedAt"),
        instantOf(fields, "probeAt"));
  }

  static Map<String, SavedFailing> failing(Map<String, AttributeValue> item) {
    Map<String, SavedFailing> failing = new HashMap<>();
    item.forEach(
        (name, value) -> {
          if (name.startsWith(FAILING)) {
            failing.put(name.substring(FAILING.length()), failing(value));
          }
        });
    return failing;
  }

  private static SavedFailing failing(AttributeValue value) {
    Map<String, AttributeValue> fields = value.m();
    return new SavedFailing(
        instantOf(fields, "since"),
        instantOf(fields, "savedAt"),
        Optional.ofNullable(fields.get("othersPass")).map(AttributeValue::bool).orElse(false));
  }

  static Optional<SavedLateness> lateness(Map<String, AttributeValue> item) {
    return Optional.ofNullable(item.get(LATE))
        .map(AttributeValue::m)
        .map(
            fields ->
                new SavedLateness(
                    instantOf(fields, "since"), Duration.ofMillis(numberOf(fields, "age"))));
  }
}
