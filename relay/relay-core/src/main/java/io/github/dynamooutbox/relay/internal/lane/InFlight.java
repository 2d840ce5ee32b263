package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
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
  private final Set<Request> requests = new LinkedHashSet<>();
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

  /**
   * Sends a request; the answer is delivered on the loop, unless the request is aborted first.
   *
   * @param broken called instead if the target threw, or does not give the outcome of each entry,
   *     and so says nothing about any
   */
  void send(List<E> entries, Instant now, Consumer<BatchOutcome> answer, Consumer<Retry> broken) {
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
                    endIfFatal(failure);
                    fault(outcome, failure, entries.size())
                        .ifPresentOrElse(broken, () -> answer.accept(outcome));
                  }
                }));
  }

  void abort() {
    aborted = true;
    List<Request> underWay = List.copyOf(requests);
    requests.clear();
    underWay.forEach(request -> request.future.cancel(true));
  }

  /** Out of memory, for example: the process cannot be relied on, whatever the event. */
  private static void endIfFatal(@Nullable Throwable failure) {
    if (failure != null && Failures.cause(failure) instanceof VirtualMachineError fatal) {
      throw fatal;
    }
  }

  private static Optional<Retry> fault(
      @Nullable BatchOutcome outcome, @Nullable Throwable failure, int entries) {
    if (outcome == null) {
      String code = failure == null ? "NO_ANSWER" : Failures.code(failure);
      String place = failure == null ? "" : Failures.place(failure);
      return Optional.of(new Retry(code, "the request ended without an answer" + place));
    }
    return outcome.fold(
        answer ->
            answer.outcomes().size() == entries
                ? Optional.empty()
                : Optional.of(
                    new Retry(
                        "INCOMPLETE_ANSWER",
                        "%d outcomes for %d entries".formatted(answer.outcomes().size(), entries))),
        refused -> Optional.empty());
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
