package io.github.dynamooutbox.benchmarks;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import io.github.dynamooutbox.kcl.internal.lease.KclClients;
import io.github.dynamooutbox.kcl.internal.lease.KclWorker;
import io.github.dynamooutbox.kcl.internal.lease.LeaseTimes;
import io.github.dynamooutbox.kcl.internal.lease.ReaderThreads;
import io.github.dynamooutbox.kcl.internal.lease.TableStream;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.exceptions.InvalidStateException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/**
 * The baseline: a worker with the relay's settings whose record processor only reads the clock and
 * checkpoints as rarely as the relay. It prints a line for each call with records: the time of the
 * call in microseconds, and the aggregates.
 */
public final class EmptyWorker {
  /** The prefix of each line. */
  private static final String SEEN = "seen ";

  private static final long CHECKPOINT_NANOS = Duration.ofSeconds(1).toNanos();

  private EmptyWorker() {}

  /**
   * Runs until the process is killed. Arguments: application, table, and the pause between reads in
   * milliseconds.
   */
  public static void main(String[] arguments) {
    ReaderThreads.prepare();
    WorkerSettings standard = WorkerSettings.of(arguments[0]);
    WorkerSettings settings =
        new WorkerSettings(
            standard.application(),
            standard.workerId(),
            Duration.ofMillis(Long.parseLong(arguments[2])),
            standard.failover(),
            standard.tables(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    KclClients clients = KclClients.open(LeaseTimes.of(settings));
    String stream = new TableStream(clients, arguments[1]).toRead(settings.tables().leases());
    Scheduler scheduler = KclWorker.scheduler(settings, clients, stream, Empty::new, () -> {});
    KclWorker.prepare(scheduler, settings, clients, stream);
    scheduler.run();
  }

  /** Adds what a line says to the times at which records came, by their aggregates. */
  static void read(String line, Map<String, Long> seen) {
    if (line.startsWith(SEEN)) {
      String[] words = line.split(" ", -1);
      for (int i = 2; i < words.length; i++) {
        seen.putIfAbsent(words[i], Long.parseLong(words[1]));
      }
    }
  }

  private static final class Empty implements DynamoDBStreamsShardRecordProcessor {
    private long checkpointed = System.nanoTime();

    @Override
    public void initialize(InitializationInput input) {}

    @Override
    public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
      StringBuilder line = new StringBuilder(SEEN).append(Kcl.micros(Instant.now()));
      for (DynamoDBStreamsClientRecord each : input.records()) {
        String key = Objects.requireNonNull(each.getRecord().dynamodb().keys().get("PK")).s();
        line.append(' ').append(key.substring("OUTBOX#".length()));
      }
      System.out.println(line);
      if (System.nanoTime() - checkpointed > CHECKPOINT_NANOS) {
        checkpoint(input.checkpointer());
        checkpointed = System.nanoTime();
      }
    }

    @Override
    public void leaseLost(LeaseLostInput input) {}

    @Override
    public void shardEnded(ShardEndedInput input) {
      checkpoint(input.checkpointer());
    }

    @Override
    public void shutdownRequested(ShutdownRequestedInput input) {
      checkpoint(input.checkpointer());
    }

    private static void checkpoint(RecordProcessorCheckpointer checkpointer) {
      try {
        checkpointer.checkpoint();
      } catch (InvalidStateException | ShutdownException e) {
        throw new IllegalStateException("The baseline lost its lease", e);
      }
    }
  }
}
