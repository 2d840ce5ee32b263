package io.github.dynamooutbox.archive.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.archive.internal.ArchiveTarget.ArchiveObject;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ArchiveObjectTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

  @Test
  void everyTimeThatARecordCanNameHasAFolderAndAKey() {
    List<ArchiveEntry> entries = new ArrayList<>();
    for (long millis :
        new long[] {Long.MIN_VALUE, -5_000_000_000_000_000_000L, -1, 0, Long.MAX_VALUE}) {
      entries.add(entry(Instant.ofEpochMilli(millis)));
    }
    assertThat(ArchiveObject.of(entries))
        .hasSize(5)
        .allSatisfy(object -> assertThat(object.compressed()).isNotEmpty())
        .extracting(ArchiveObject::key)
        .doesNotHaveDuplicates();
  }

  @Test
  void anEventIsOnceInAnObjectAndARecordThatIsCommittedAgainIsAnotherEvent() {
    List<ArchiveObject> objects =
        ArchiveObject.of(List.of(entry(NOW), entry(NOW), entry(NOW.plusMillis(1))));
    assertThat(objects).singleElement().satisfies(one -> assertThat(one.lines()).hasSize(2));
  }

  private static ArchiveEntry entry(Instant writtenAt) {
    AggregateKey order = new AggregateKey("Order", "42");
    OutboxEvent event =
        new OutboxEvent(
            "e-1",
            "OrderPlaced",
            writtenAt,
            "application/json",
            Optional.empty(),
            Payload.of("{}"),
            Optional.empty(),
            Map.of());
    OutboxRecord record =
        new OutboxRecord(
            order,
            OptionalLong.of(1),
            List.of(event),
            CommitContext.of("/shop/orders", writtenAt, "eu-central-1"),
            NOW,
            Item.empty());
    RecordKey key = new RecordKey("OUTBOX#" + order, "0000000000000000001");
    Envelope envelope = new Envelope(new StreamPosition("1"), key, record, 0);
    return ArchiveEntry.of(envelope, "{\"id\":\"e-1\"}".getBytes(UTF_8));
  }
}
