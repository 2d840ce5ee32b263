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
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One item for each scope: its circuits, which of its events fail, and how late it is. */
record CircuitItems(String table, QueueKeys keys) {
  private static final String TARGET = "target#";
  private static final String FAILING = "failing#";
  private static final String LATE = "late";

  /** Writes nothing if nothing has changed. */
  void save(DynamoDbClient client, String scope, SavedMemory.Change change) {
    Map<String, AttributeValue> set = attributes(change.set());
    Set<String> removed = new TreeSet<>();
    change.closed().forEach(target -> removed.add(TARGET + target));
    change.over().forEach(name -> removed.add(FAILING + name));
    if (change.onTime()) {
      removed.add(LATE);
    }
    removed.removeAll(set.keySet());
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    List<String> sets = new ArrayList<>();
    List<String> removals = new ArrayList<>();
    set.forEach(
        (name, value) -> {
          int number = names.size();
          names.put("#n" + number, name);
          values.put(":v" + number, value);
          sets.add("#n%d = :v%d".formatted(number, number));
        });
    for (String name : removed) {
      removals.add("#n" + names.size());
      names.put("#n" + names.size(), name);
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

  private static Map<String, AttributeValue> attributes(SavedMemory memory) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    memory.circuits().forEach((target, each) -> attributes.put(TARGET + target, of(each)));
    memory.failing().forEach((name, each) -> attributes.put(FAILING + name, of(each)));
    memory.late().ifPresent(each -> attributes.put(LATE, of(each)));
    return attributes;
  }

  private static AttributeValue of(SavedLateness late) {
    return AttributeValue.fromM(
        Map.of("since", millis(late.since()), "age", number(late.age().toMillis())));
  }

  private static AttributeValue of(SavedFailing failing) {
    return AttributeValue.fromM(
        Map.of(
            "since", millis(failing.since()),
            "savedAt", millis(failing.savedAt()),
            "othersPass", AttributeValue.fromBool(failing.othersPass())));
  }

  private static AttributeValue of(SavedCircuit circuit) {
    return AttributeValue.fromM(
        Map.of(
            "state", text(circuit.state().name()),
            "since", millis(circuit.since()),
            "attempts", number(circuit.attempts()),
            "savedAt", millis(circuit.savedAt()),
            "probeAt", millis(circuit.probeAt()),
            "served", text(circuit.served())));
  }

  static SavedMemory memory(Map<String, AttributeValue> item) {
    Map<String, SavedCircuit> circuits = new HashMap<>();
    Map<String, SavedFailing> failing = new HashMap<>();
    item.forEach(
        (name, value) -> {
          if (name.startsWith(TARGET)) {
            circuits.put(name.substring(TARGET.length()), circuit(value.m()));
          } else if (name.startsWith(FAILING)) {
            failing.put(name.substring(FAILING.length()), failing(value.m()));
          }
        });
    return new SavedMemory(
        circuits,
        failing,
        Optional.ofNullable(item.get(LATE)).map(AttributeValue::m).map(CircuitItems::lateness));
  }

  private static SavedCircuit circuit(Map<String, AttributeValue> fields) {
    return new SavedCircuit(
        SavedCircuit.State.valueOf(textOf(fields, "state")),
        instantOf(fields, "since"),
        (int) numberOf(fields, "attempts"),
        instantOf(fields, "savedAt"),
        instantOf(fields, "probeAt"),
        Optional.ofNullable(fields.get("served")).map(AttributeValue::s).orElse(""));
  }

  private static SavedFailing failing(Map<String, AttributeValue> fields) {
    return new SavedFailing(
        instantOf(fields, "since"),
        instantOf(fields, "savedAt"),
        Optional.ofNullable(fields.get("othersPass")).map(AttributeValue::bool).orElse(false));
  }

  private static SavedLateness lateness(Map<String, AttributeValue> fields) {
    return new SavedLateness(
        instantOf(fields, "since"), Duration.ofMillis(numberOf(fields, "age")));
  }
}
