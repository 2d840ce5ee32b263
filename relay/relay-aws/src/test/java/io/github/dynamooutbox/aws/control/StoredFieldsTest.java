package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.FakeDynamoDb;
import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import io.github.dynamooutbox.relay.park.queue.SavedMemory.Change;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Every field of what the control table keeps is read as it was written, and as no other one. */
class StoredFieldsTest {
  private static final String SCOPE = "shard-1";

  private final QueueKeys keys = new QueueKeys(new Keys("orders"));
  private final UpdatedItems client = new UpdatedItems();
  private final CircuitItems items = new CircuitItems(UpdatedItems.TABLE, keys);

  @Test
  void ofAParkedEvent() {
    ParkedEvent event = DistinctValues.of(ParkedEvent.class);
    assertThat(SegmentCodec.decode(Parked.form(event))).containsExactly(event);
  }

  @Test
  void ofAFinishedDelivery() {
    FinishedDelivery delivery = DistinctValues.of(FinishedDelivery.class);
    assertThat(AheadCodec.decode(AheadCodec.encode(List.of(delivery)))).hasValue(List.of(delivery));
  }

  @Test
  void ofADecision() {
    WayOut mark = DistinctValues.of(WayOut.class);
    assertThat(DurableWaysOut.wayOut(mark.eventId(), DurableWaysOut.item(keys, mark)))
        .isEqualTo(mark);
    WayOut least =
        new WayOut(
            mark.eventId(),
            Optional.empty(),
            mark.target(),
            Optional.empty(),
            mark.by(),
            mark.reason(),
            mark.at());
    assertThat(DurableWaysOut.wayOut(mark.eventId(), DurableWaysOut.item(keys, least)))
        .isEqualTo(least);
  }

  @Test
  void ofALoggedDecision() {
    LoggedDecision begun =
        new LoggedDecision(
            Instant.ofEpochMilli(1795000000123L),
            DistinctValues.of(LoggedDecision.Decision.class),
            Optional.empty());
    assertThat(DecisionLog.decision(DecisionLog.item(new Keys("orders"), begun))).isEqualTo(begun);
  }

  @Test
  void ofEveryKindOfValue() {
    Instant time = Instant.ofEpochMilli(1795000000999L);
    Map<String, AttributeValue> item =
        Map.of(
            "text", AttributeValues.text("some"),
            "number", AttributeValues.number(-7),
            "millis", AttributeValues.millis(time),
            "seconds", AttributeValues.seconds(time),
            "bytes", AttributeValues.binary(new byte[] {1, -1}));
    assertThat(AttributeValues.textOf(item, "text")).isEqualTo("some");
    assertThat(AttributeValues.numberOf(item, "number")).isEqualTo(-7);
    assertThat(AttributeValues.instantOf(item, "millis")).isEqualTo(time);
    assertThat(AttributeValues.numberOf(item, "seconds")).isEqualTo(1795000000);
    assertThat(AttributeValues.bytesOf(item, "bytes")).containsExactly(1, -1);
  }

  @Test
  void ofCircuits() {
    SavedCircuit circuit = DistinctValues.of(SavedCircuit.class);
    for (SavedCircuit.State state : SavedCircuit.State.values()) {
      SavedCircuit each =
          new SavedCircuit(
              state,
              circuit.since(),
              circuit.attempts(),
              circuit.savedAt(),
              circuit.probeAt(),
              circuit.served());
      items.save(client, SCOPE, Change.ofCircuit("a#b", Optional.of(each)));
      items.save(client, SCOPE, Change.ofCircuit("other", Optional.of(circuit)));
      assertThat(CircuitItems.memory(stored()).circuits())
          .isEqualTo(Map.of("a#b", each, "other", circuit));
    }
    items.save(client, SCOPE, Change.ofCircuit("a#b", Optional.empty()));
    assertThat(CircuitItems.memory(stored()).circuits()).isEqualTo(Map.of("other", circuit));
    assertThat(CircuitItems.memory(stored()).failing()).isEmpty();
    assertThat(CircuitItems.memory(stored()).late()).isEmpty();
  }

  @Test
  void ofLateness() {
    SavedLateness late = DistinctValues.of(SavedLateness.class);
    items.save(client, SCOPE, Change.ofLateness(Optional.of(late)));
    assertThat(CircuitItems.memory(stored()).late()).hasValue(late);
    assertThat(CircuitItems.memory(stored()).circuits()).isEmpty();
    items.save(client, SCOPE, Change.ofLateness(Optional.empty()));
    assertThat(CircuitItems.memory(stored()).late()).isEmpty();
  }

  @Test
  void ofEventsThatFail() {
    SavedFailing first = DistinctValues.of(SavedFailing.class);
    SavedFailing second = new SavedFailing(Instant.EPOCH, Instant.EPOCH.plusMillis(1), false);
    items.save(client, SCOPE, Change.ofFailing(Map.of("a", first, "b", second), Set.of("unknown")));
    assertThat(CircuitItems.memory(stored()).failing()).isEqualTo(Map.of("a", first, "b", second));

    items.save(client, SCOPE, Change.ofFailing(Map.of("a", second), Set.of("a", "b")));
    assertThat(CircuitItems.memory(stored()).failing()).isEqualTo(Map.of("a", second));

    items.save(client, SCOPE, Change.ofFailing(Map.of(), Set.of("a")));
    assertThat(CircuitItems.memory(stored()).failing()).isEmpty();
    assertThat(CircuitItems.memory(stored()).circuits()).isEmpty();
  }

  @Test
  void nothingToSaveCostsNoRequest() {
    items.save(client, SCOPE, Change.ofFailing(Map.of(), Set.of()));
    assertThat(client.requests()).isZero();
  }

  private Map<String, AttributeValue> stored() {
    return client.item(keys.circuits(SCOPE));
  }

  /** Items that updates with SET and REMOVE make, in memory. */
  private static final class UpdatedItems implements FakeDynamoDb {
    static final String TABLE = "control";

    private static final Pattern EXPRESSION =
        Pattern.compile("(?:SET (?<sets>[^R]+?))? ?(?:REMOVE (?<removals>.+))?");

    private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items =
        new HashMap<>();
    private int requests;

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
      assertThat(request.tableName()).isEqualTo(TABLE);
      requests++;
      Map<String, AttributeValue> item =
          items.computeIfAbsent(request.key(), key -> new HashMap<>(key));
      Matcher expression = EXPRESSION.matcher(request.updateExpression());
      assertThat(expression.matches()).as(request.updateExpression()).isTrue();
      Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
      Map<String, AttributeValue> values = new HashMap<>(request.expressionAttributeValues());
      for (String set : parts(expression.group("sets"))) {
        int equals = set.indexOf(" = ");
        AttributeValue value = values.remove(set.substring(equals + 3));
        item.put(names.remove(set.substring(0, equals)), value);
      }
      for (String removal : parts(expression.group("removals"))) {
        item.remove(names.remove(removal));
      }
      // DynamoDB refuses an update with a name or a value that its expression does not use.
      assertThat(names).isEmpty();
      assertThat(values).isEmpty();
      assertThat(item).doesNotContainKey(null).doesNotContainValue(null);
      return UpdateItemResponse.builder().build();
    }

    private static Iterable<String> parts(String list) {
      return list == null ? List.of() : List.of(list.split(", ", -1));
    }

    Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
      return items.getOrDefault(key, Map.of());
    }

    int requests() {
      return requests;
    }
  }
}
