package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The circuits of a scope, and how late it is: one item. */
record CircuitItems(String table, QueueKeys keys) {
  private static final String TARGET = "target#";
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

  static Optional<SavedLateness> lateness(Map<String, AttributeValue> item) {
    return Optional.ofNullable(item.get(LATE))
        .map(AttributeValue::m)
        .map(
            fields ->
                new SavedLateness(
                    instantOf(fields, "since"), Duration.ofMillis(numberOf(fields, "age"))));
  }
}
