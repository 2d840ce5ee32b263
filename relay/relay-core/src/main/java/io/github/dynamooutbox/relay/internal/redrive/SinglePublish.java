package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Publishes one event to one target, once, for a caller that waits for the result. */
final class SinglePublish {
  private SinglePublish() {}

  /** Completes with the reason if the event was not accepted. */
  static <E extends Entry> CompletionStage<Optional<Stuck>> of(Target<E> target, Envelope event) {
    return target
        .prepare(event)
        .fold(
            ready -> send(target, ready.entry()),
            refused ->
                CompletableFuture.completedStage(
                    Optional.of(new Stuck(refused.code(), refused.message()))));
  }

  private static <E extends Entry> CompletionStage<Optional<Stuck>> send(
      Target<E> target, E entry) {
    return target
        .publish(List.of(entry))
        .handle(
            (outcome, failure) ->
                failure == null
                    ? failureOf(outcome)
                    : Optional.of(
                        new Stuck(Failures.code(failure), "the request ended without a response")));
  }

  private static Optional<Stuck> failureOf(BatchOutcome outcome) {
    return outcome.fold(
        perEntry ->
            perEntry.outcomes().size() == 1
                ? failureOf(perEntry.outcomes().get(0))
                : Optional.of(new Stuck("INCOMPLETE_ANSWER", "no outcome for the entry")),
        refused -> Optional.of(new Stuck(refused.code(), refused.message())));
  }

  private static Optional<Stuck> failureOf(PublishOutcome outcome) {
    return outcome.fold(
        published -> Optional.empty(),
        retry -> Optional.of(new Stuck(retry.code(), retry.message())),
        rejected -> Optional.of(new Stuck(rejected.code(), rejected.message())));
  }
}
