package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.kinesis.retrieval.polling.SleepTimeController;
import software.amazon.kinesis.retrieval.polling.SleepTimeControllerConfig;

/**
 * Tells KCL how long to wait before it reads a shard again. It does not say which shard it asks
 * for, but each has a thread of its own.
 */
final class PacedReads implements SleepTimeController {
  private final ThreadLocal<Shard> shards;
  private final InstantSource clock;

  /**
   * @param pace creates the pace of a shard
   */
  PacedReads(Supplier<ReadPace> pace, InstantSource clock) {
    this.shards = ThreadLocal.withInitial(() -> new Shard(pace.get()));
    this.clock = clock;
  }

  private static final class Shard {
    private final ReadPace pace;
    private @Nullable Instant lastRead;
    private Duration pause = Duration.ZERO;

    private Shard(ReadPace pace) {
      this.pace = pace;
    }
  }

  @Override
  public long getSleepTimeMillis(SleepTimeControllerConfig asked) {
    Instant read = asked.lastSuccessfulCall();
    Integer records = asked.lastRecordsCount();
    if (read == null || records == null) {
      return asked.idleMillisBetweenCalls();
    }
    Shard shard = shards.get();
    // It asks again while it cannot take what it would read.
    if (!Objects.equals(shard.lastRead, read)) {
      shard.lastRead = read;
      shard.pause = shard.pace.afterRead(records);
    }
    Duration since = Duration.between(read, clock.instant());
    // The clock may be put back.
    return since.isNegative()
        ? shard.pause.toMillis()
        : Math.max(0, shard.pause.minus(since).toMillis());
  }
}
