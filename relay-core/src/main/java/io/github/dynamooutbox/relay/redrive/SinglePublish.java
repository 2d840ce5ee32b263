package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.lane.Failures;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Publishes one event to one target, once. */
final class SinglePublish {
  private SinglePublish() {}

  static <E extends Entry> CompletionStage<PublishOutcome> of(Target<E> target, Envelope event) {
    Prepared<E> prepared = target.prepare(event);
    if (prepared instanceof Prepared.Refused<E> refused) {
      return CompletableFuture.completedStage(new Rejected(refused.code(), refused.message()));
    }
    E entry = ((Prepared.Ready<E>) prepared).entry();
    return target
        .publish(List.of(entry))
        .handle(
            (outcome, failure) ->
                failure == null
                    ? outcomeOf(outcome)
                    : new Retry(Failures.code(failure), "the request ended without an answer"));
  }

  private static PublishOutcome outcomeOf(BatchOutcome outcome) {
    if (outcome instanceof PerEntry perEntry && perEntry.outcomes().size() == 1) {
      return perEntry.outcomes().get(0);
    }
    if (outcome instanceof RequestRefused refused) {
      return new Rejected(refused.code(), refused.message());
    }
    return new Retry("INCOMPLETE_ANSWER", "no outcome for the entry");
  }
}
