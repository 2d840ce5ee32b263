package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests to one target that are in flight. */
final class InFlight<E extends Entry> {
  private final Target<E> target;
  private final EventLoop loop;
  private final Set<Request> requests = new HashSet<>();
  private boolean aborted;

  InFlight(Target<E> target, EventLoop loop) {
    this.target = target;
    this.loop = loop;
  }

  boolean hasRoom() {
    return !aborted && requests.size() < target.limits().maxInFlight();
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  /**
   * When the oldest request without an answer was sent; empty if there is none. An answer that the
   * loop has not processed yet counts: after a pause of the process it shows that the target is up.
   */
  Optional<Instant> oldestUnanswered() {
    return requests.stream()
        .filter(request -> !request.future.isDone())
        .map(request -> request.sent)
        .min(Comparator.naturalOrder());
  }

  /** Sends a request; the answer is delivered on the loop, unless the request is aborted first. */
  void send(List<E> entries, Instant now, Consumer<BatchOutcome> answer) {
    CompletionStage<BatchOutcome> published =
        Failures.staged(() -> target.publish(entries).toCompletableFuture());
    Request request = new Request(published.toCompletableFuture(), now);
    requests.add(request);
    CompletionStage<BatchOutcome> answered = request.future;
    answered.whenComplete(
        (outcome, failure) ->
            loop.execute(
                () -> {
                  if (requests.remove(request)) {
                    answer.accept(checked(outcome, failure, entries.size()));
                  }
                }));
  }

  void abort() {
    aborted = true;
    List<Request> underWay = List.copyOf(requests);
    requests.clear();
    underWay.forEach(request -> request.future.cancel(true));
  }

  /** An answer that does not say what became of each entry says nothing about any. */
  private static BatchOutcome checked(
      @Nullable BatchOutcome outcome, @Nullable Throwable failure, int entries) {
    if (outcome == null) {
      String code = failure == null ? "NO_ANSWER" : Failures.code(failure);
      return BatchOutcome.all(
          entries, new PublishOutcome.Retry(code, "the request ended without an answer"));
    }
    return outcome.fold(
        perEntry ->
            perEntry.outcomes().size() == entries ? perEntry : incomplete(perEntry, entries),
        refused -> refused);
  }

  private static BatchOutcome incomplete(PerEntry answer, int entries) {
    return BatchOutcome.all(
        entries,
        new PublishOutcome.Retry(
            "INCOMPLETE_ANSWER",
            "%d outcomes for %d entries".formatted(answer.outcomes().size(), entries)));
  }

  /** Compared by identity, which the futures of targets do not guarantee. */
  private static final class Request {
    private final CompletableFuture<BatchOutcome> future;
    private final Instant sent;

    private Request(CompletableFuture<BatchOutcome> future, Instant sent) {
      this.future = future;
      this.sent = sent;
    }
  }
}
