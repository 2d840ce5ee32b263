package io.github.dynamooutbox.kcl.internal.shard;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;

/**
 * Maps KCL's calls for one lease to those of a {@link LeasedShard}. KCL would skip the records of a
 * call that throws, so none does: an unexpected failure ends the process.
 */
public final class ShardProcessor implements DynamoDBStreamsShardRecordProcessor {
  private final ShardSetting setting;
  private @Nullable LeasedShard shard;

  public ShardProcessor(ShardSetting setting) {
    this.setting = setting;
  }

  @Override
  public void initialize(InitializationInput input) {
    guarded(() -> shard = LeasedShard.open(input.shardId(), setting));
  }

  @Override
  public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
    guarded(() -> shard().take(records(input), input.checkpointer()));
  }

  @Override
  public void leaseLost(LeaseLostInput input) {
    guarded(() -> begun().ifPresent(LeasedShard::drop));
  }

  @Override
  public void shardEnded(ShardEndedInput input) {
    guarded(() -> shard().end(input.checkpointer()));
  }

  @Override
  public void shutdownRequested(ShutdownRequestedInput input) {
    guarded(() -> begun().ifPresent(one -> one.handOver(input.checkpointer())));
  }

  /** A lease can be lost, or released, while its shard still waits for its parent. */
  private Optional<LeasedShard> begun() {
    return Optional.ofNullable(shard);
  }

  private LeasedShard shard() {
    return Objects.requireNonNull(shard, "KCL initializes a processor first");
  }

  private static List<Record> records(DynamoDBStreamsProcessRecordsInput input) {
    return input.records().stream().map(DynamoDBStreamsClientRecord::getRecord).toList();
  }

  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      if (shard != null) {
        shard.abandon();
      }
      setting.fault().accept(e);
    }
  }
}
