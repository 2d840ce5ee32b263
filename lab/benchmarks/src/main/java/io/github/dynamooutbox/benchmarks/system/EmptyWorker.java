package io.github.dynamooutbox.benchmarks.system;

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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
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
 * call in microseconds, and the records' keys.
 */
public final class EmptyWorker {
  /** The prefix of each line. */
  static final String SEEN = "seen ";

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

  private static final class Empty implements DynamoDBStreamsShardRecordProcessor {
    private long checkpointed = System.nanoTime();

    @Override
    public void initialize(InitializationInput input) {}

    @Override
    public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
      StringBuilder line = new StringBuilder(SEEN).append(Workbench.micros(Instant.now()));
      for (DynamoDBStreamsClientRecord each : input.records()) {
        line.append(' ').append(key(each.getRecord().dynamodb().keys()));
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

    /** Records of one commit have the same sort key. */
    private static String key(Map<String, AttributeValue> keys) {
      return value(keys, "PK") + value(keys, "SK");
    }

    private static String value(Map<String, AttributeValue> keys, String name) {
      return Objects.requireNonNull(keys.get(name), name).s();
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
