package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
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
    return target
        .prepare(event)
        .fold(
            ready -> send(target, ready.entry()),
            refused ->
                CompletableFuture.completedStage(new Rejected(refused.code(), refused.message())));
  }

  private static <E extends Entry> CompletionStage<PublishOutcome> send(Target<E> target, E entry) {
    return target
        .publish(List.of(entry))
        .handle(
            (outcome, failure) ->
                failure == null
                    ? outcomeOf(outcome)
                    : new Retry(Failures.code(failure), "the request ended without a response"));
  }

  private static PublishOutcome outcomeOf(BatchOutcome outcome) {
    return outcome.fold(
        perEntry ->
            perEntry.outcomes().size() == 1
                ? perEntry.outcomes().get(0)
                : new Retry("INCOMPLETE_ANSWER", "no outcome for the entry"),
        refused -> new Rejected(refused.code(), refused.message()));
  }
}
