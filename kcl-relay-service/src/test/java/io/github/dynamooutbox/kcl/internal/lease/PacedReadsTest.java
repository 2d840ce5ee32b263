package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.lease.KclWorker.PacedReads;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import software.amazon.kinesis.retrieval.polling.SleepTimeControllerConfig;

class PacedReadsTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final PacedReads reads =
      new PacedReads(
          () ->
              new ReadPace(Duration.ofMillis(20), 2_628_000, () -> now.toEpochMilli() * 1_000_000),
          () -> now);

  @Test
  void pausesFromOneReadToTheNextAndCountsARepeatedQuestionOnce() {
    assertThat(asked(null, null)).as("nothing was read yet").isEqualTo(20);
    Instant read = now;
    long first = asked(read, 1);
    assertThat(first).isBetween(1_000L, 2_000L);
    now = now.plusMillis(400);
    assertThat(asked(read, 1)).isEqualTo(first - 400);
    assertThat(asked(read, 1)).isEqualTo(first - 400);
    now = now.plusMillis(5_000);
    assertThat(asked(read, 1)).isZero();
    now = now.minusSeconds(60);
    assertThat(asked(read, 1)).as("the clock was put back").isEqualTo(first);
  }

  private long asked(Instant read, Integer records) {
    return reads.getSleepTimeMillis(
        SleepTimeControllerConfig.builder()
            .lastSuccessfulCall(read)
            .lastRecordsCount(records)
            .idleMillisBetweenCalls(20)
            .build());
  }
}
