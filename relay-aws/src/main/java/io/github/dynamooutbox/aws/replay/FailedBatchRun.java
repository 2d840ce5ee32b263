package io.github.dynamooutbox.aws.replay;

import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import java.util.concurrent.CompletionStage;

/** Sends one chunk, until all of it is done or the caller stops it. */
record FailedBatchRun(Relay relay, String name, StageWait waiting) {
  /** Whether everything is published, parked or dropped by a rule. */
  boolean send(FailedChunk chunk) {
    ShardRelay shard = relay.open(name);
    CompletionStage<Void> accepted = shard.submit(chunk.records());
    waiting.untilStopped(accepted);
    waiting.toSettle(shard.settled());
    boolean isDone = shard.firstUnfinished().isEmpty();
    waiting.untilDone(shard.close().thenApply(position -> null));
    return isDone;
  }
}
