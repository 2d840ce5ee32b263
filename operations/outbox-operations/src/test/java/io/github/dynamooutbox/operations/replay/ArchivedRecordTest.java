package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.archive.form.ArchiveLine;
import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.operations.archive.ArchivedEvent;
import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A record that comes back from the archive is the one that was committed, field by field. */
class ArchivedRecordTest {
  private final OutboxRecord record = DistinctValues.of(OutboxRecord.class);
  private final RecordKey key = DistinctValues.of(RecordKey.class);

  @Test
  void everythingButTheTimeToLiveIsRestored() throws RefusedEvent {
    Decoded restored = ArchivedRecord.of(key, List.of(archived(1), archived(0)));
    assertThat(restored.key()).isEqualTo(key);
    assertRestored(restored.record(), record.events());
  }

  @Test
  void anEventAloneHasItsRecordsContext() throws RefusedEvent {
    assertRestored(ArchivedRecord.alone(archived(1)), List.of(record.events().get(1)));
  }

  @Test
  void aPlaceholderKeepsTheIndexOfAnEventWhoseNeighbourIsMissing() throws RefusedEvent {
    OutboxRecord restored = ArchivedRecord.of(key, List.of(archived(1))).record();
    assertThat(restored.events()).hasSize(2);
    assertThat(restored.events().get(0).id()).isEqualTo("not-archived-0");
    assertRestored(restored, List.of(restored.events().get(0), record.events().get(1)));
  }

  /** An archive keeps no attributes that it does not know. */
  private void assertRestored(OutboxRecord restored, List<OutboxEvent> events) {
    Map<String, Object> expected = DistinctValues.components(record);
    Map<String, Object> actual = DistinctValues.components(restored);
    for (String notKept : List.of("events", "expiresAt", "unknown")) {
      expected.remove(notKept);
      actual.remove(notKept);
    }
    assertThat(actual).isEqualTo(expected);
    assertThat(withoutUnknown(restored.events())).isEqualTo(withoutUnknown(events));
  }

  private static List<Map<String, Object>> withoutUnknown(List<OutboxEvent> events) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (OutboxEvent event : events) {
      Map<String, Object> components = DistinctValues.components(event);
      components.remove("unknown");
      all.add(components);
    }
    return all;
  }

  private ArchivedEvent archived(int index) throws RefusedEvent {
    Envelope envelope =
        new Envelope(DistinctValues.of(Envelope.class).position(), key, record, index);
    return ArchivedEvent.parse(ArchiveLine.render(envelope, CloudEventJson.render(envelope)));
  }
}
