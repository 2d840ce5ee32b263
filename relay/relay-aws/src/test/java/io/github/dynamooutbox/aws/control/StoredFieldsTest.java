package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import io.github.dynamooutbox.relay.park.queue.SavedMemory.Change;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
}
