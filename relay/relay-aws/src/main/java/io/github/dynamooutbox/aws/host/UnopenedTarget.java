package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stands in, during a rehearsal, for a target that would really send. */
record UnopenedTarget(String name, BatchLimits limits)
    implements OpenTarget<UnopenedTarget.Nothing> {
  /** A placeholder for what would be sent. */
  record Nothing() implements Entry {
    @Override
    public int bytes() {
      return 1;
    }
  }

  @Override
  public boolean ordered() {
    return false;
  }

  @Override
  public Prepared<Nothing> prepare(Envelope envelope) {
    return new Prepared.Ready<>(new Nothing());
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Nothing> entries) {
    return CompletableFuture.completedFuture(
        BatchOutcome.all(
            entries.size(), new PublishOutcome.Retry("NotOpen", "nothing is sent in a rehearsal")));
  }

  @Override
  public void close() {
    // Nothing was opened.
  }
}
