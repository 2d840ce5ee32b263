package io.github.dynamooutbox.localaws.stub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests compare what a stream accepted as a whole. */
class AcceptedRecordTest {
  private static final Instant TIME = Instant.EPOCH;

  @Test
  void recordsThatDifferInAnythingAreNotEqual() {
    AcceptedRecord one = record(1, "stream", "shard-1", "7", "key", "data", TIME);

    assertThat(record(1, "stream", "shard-1", "7", "key", "data", TIME))
        .isEqualTo(one)
        .hasSameHashCodeAs(one);
    assertThat(
            List.of(
                record(2, "stream", "shard-1", "7", "key", "data", TIME),
                record(1, "other", "shard-1", "7", "key", "data", TIME),
                record(1, "stream", "shard-2", "7", "key", "data", TIME),
                record(1, "stream", "shard-1", "8", "key", "data", TIME),
                record(1, "stream", "shard-1", "7", "other", "data", TIME),
                record(1, "stream", "shard-1", "7", "key", "other", TIME),
                record(1, "stream", "shard-1", "7", "key", "data", TIME.plusMillis(1))))
        .doesNotContain(one);
  }

  private static AcceptedRecord record(
      long ordinal,
      String target,
      String shard,
      String sequence,
      String key,
      String data,
      Instant at) {
    return new AcceptedRecord(ordinal, target, shard, sequence, key, data.getBytes(UTF_8), at);
  }
}
