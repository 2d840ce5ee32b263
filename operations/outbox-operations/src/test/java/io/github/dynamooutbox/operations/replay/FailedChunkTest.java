package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.SampleRecord;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What of an abandoned batch is sent again: everything, once, in the order of the stream. */
class FailedChunkTest {
  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());

  private final OutboxRecord first = record(1);
  private final OutboxRecord second = record(2);
  private final RecordKey firstKey = CODEC.key(first.aggregate(), 1);
  private final RecordKey secondKey = CODEC.key(second.aggregate(), 2);
  private final RecordKey brokenKey = CODEC.key(first.aggregate(), 3);

  private final StreamRecord early = inserted("99", firstKey, CODEC.encode(firstKey, first));
  private final StreamRecord late = inserted("100", secondKey, CODEC.encode(secondKey, second));
  private final StreamRecord broken = inserted("101", brokenKey, Item.empty());
  private final StreamRecord empty =
      new StreamRecord(
          new StreamPosition("102"), ChangeType.INSERT, keys(brokenKey), Optional.empty());
  private final StreamRecord deleted =
      new StreamRecord(
          new StreamPosition("103"), ChangeType.REMOVE, keys(firstKey), Optional.empty());
  private final StreamRecord business =
      inserted("104", new RecordKey("ORDER#42", "ORDER"), Item.empty());

  @Test
  void holdsEveryRecordOnceInTheOrderOfTheStream() {
    FailedChunk chunk =
        FailedChunk.of(
            "shard", List.of(business, broken, late, deleted, early, late, empty), CODEC, Set.of());

    assertThat(chunk.name()).isEqualTo("shard");
    assertThat(chunk.records()).containsExactly(early, late, broken, empty);
    assertThat(chunk.events())
        .containsExactly(
            new Envelope(early.position(), firstKey, decoded(early), 0),
            new Envelope(late.position(), secondKey, decoded(late), 0));
    assertThat(chunk.positions())
        .isEqualTo(
            Map.of(
                firstKey, early.position(),
                secondKey, late.position(),
                brokenKey, empty.position()));
    assertThat(chunk.unreadable()).containsExactly(brokenKey, brokenKey);
    assertThat(chunk.aggregate(brokenKey)).isEqualTo("Order#42");
  }

  /** Left out, it would count as done, and its batch be deleted. */
  @Test
  void holdsWhatHasOtherKeysThanConfiguredSoThatTheRelayHaltsThere() {
    RecordCodec other = new RecordCodec(new OutboxSchema("pk", "sk", "OUTBOX#", "ttl"));

    FailedChunk chunk = FailedChunk.of("shard", List.of(early, deleted), other, Set.of());

    assertThat(chunk.records()).containsExactly(early, deleted);
    assertThat(chunk.events()).isEmpty();
    assertThat(chunk.unreadable()).isEmpty();
  }

  @Test
  void leavesOutWhatOtherRegionsPublish() {
    List<StreamRecord> records = List.of(early, late);

    assertThat(FailedChunk.of("shard", records, CODEC, Set.of("eu-central-1")).records())
        .isEqualTo(records);
    FailedChunk chunk = FailedChunk.of("shard", records, CODEC, Set.of("us-east-1"));
    assertThat(chunk.records()).isEmpty();
    assertThat(chunk.events()).isEmpty();
    assertThat(chunk.positions()).isEmpty();
    assertThat(chunk.unreadable()).isEmpty();
  }

  private static OutboxRecord record(long sequence) {
    return SampleRecord.at(sequence);
  }

  private static OutboxRecord decoded(StreamRecord record) {
    return CODEC
        .decode(record.newImage().orElseThrow())
        .fold(
            decoded -> decoded.record(),
            newer -> {
              throw new AssertionError(newer);
            },
            malformed -> {
              throw new AssertionError(malformed);
            });
  }

  private static StreamRecord inserted(String position, RecordKey key, Item item) {
    return new StreamRecord(
        new StreamPosition(position), ChangeType.INSERT, keys(key), Optional.of(item));
  }

  private static Item keys(RecordKey key) {
    return Item.builder()
        .put("PK", Attribute.string(key.partition()))
        .put("SK", Attribute.string(key.sort()))
        .build();
  }
}
