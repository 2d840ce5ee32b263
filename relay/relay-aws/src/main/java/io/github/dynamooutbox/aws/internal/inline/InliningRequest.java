package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.internal.inline.InliningTarget.InliningEntry;
import io.github.dynamooutbox.aws.internal.inline.InliningTarget.InliningEntry.AsItIs;
import io.github.dynamooutbox.aws.internal.inline.InliningTarget.InliningEntry.Elsewhere;
import io.github.dynamooutbox.aws.internal.inline.VerifiedFetch.Unfetched;
import io.github.dynamooutbox.aws.targets.FailedCalls;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request: fetches the payloads, sends everything that can be sent, and sends by reference what
 * the target refuses with its payload.
 */
final class InliningRequest<E extends Entry> {
  /**
   * How many payloads are fetched at the same time. Ten, the most in a request to many services,
   * take as long as three.
   */
  static final int AT_ONCE = 4;

  private final OpenTarget<E> target;
  private final VerifiedFetch payloads;
  private final List<InliningEntry<E>> entries;
  private final ChainedCalls<BatchOutcome> answer = new ChainedCalls<>();

  InliningRequest(OpenTarget<E> target, VerifiedFetch payloads, List<InliningEntry<E>> entries) {
    this.target = target;
    this.payloads = payloads;
    this.entries = List.copyOf(entries);
  }

  /**
   * An event of the request after its payload was fetched, if it has to be.
   *
   * @param form what is sent; empty if its outcome is known without sending it
   * @param byReference what is sent if the target refuses that
   */
  private record Turn<E extends Entry>(
      Optional<E> form, Optional<E> byReference, PublishOutcome otherwise) {
    static <E extends Entry> Turn<E> send(E form) {
      return new Turn<>(Optional.of(form), Optional.empty(), NOT_SENT);
    }

    static <E extends Entry> Turn<E> settled(PublishOutcome outcome) {
      return new Turn<>(Optional.empty(), Optional.empty(), outcome);
    }
  }

  private static final PublishOutcome LATE =
      new Retry("REQUEST_LATE", "its payloads were not fetched and sent within the call timeout");

  private static final PublishOutcome NOT_SENT = new Retry("NOT_SENT", "was not sent");

  /** Fetching and sending share the timeout of one call. */
  CompletableFuture<BatchOutcome> start(TargetHost host) {
    answer.endAfter(host.callTimeout(), BatchOutcome.all(entries.size(), LATE));
    answer.call(() -> fetch(host), this::send);
    return answer;
  }

  private CompletableFuture<List<Turn<E>>> fetch(TargetHost host) {
    Instant end = host.clock().instant().plus(host.callTimeout());
    List<Callable<Turn<E>>> turns = new ArrayList<>(entries.size());
    for (InliningEntry<E> entry : entries) {
      turns.add(entry.fold(sent -> () -> asItIs(sent), it -> () -> fetched(it, end)));
    }
    return ParallelCalls.start(turns, AT_ONCE, host.executor());
  }

  private Turn<E> asItIs(AsItIs<E> entry) {
    return Turn.send(entry.entry());
  }

  private Turn<E> fetched(Elsewhere<E> entry, Instant end) throws InterruptedException {
    byte[] payload;
    try {
      payload = payloads.fetch(entry.payload(), end);
    } catch (Unfetched e) {
      return Turn.settled(e.outcome());
    }
    Optional<E> byReference =
        entry.byReference().fold(ready -> Optional.of(ready.entry()), refused -> Optional.empty());
    Prepared<E> whole;
    try {
      whole = target.prepare(Inlined.with(entry.envelope(), entry.payload().restored(payload)));
    } catch (RuntimeException e) {
      return Turn.settled(FailedCalls.unexpected("preparing an event with its payload", e));
    }
    return whole.fold(
        ready ->
            // The request has room for the estimated size, not for more.
            ready.entry().bytes() > entry.bytes() && byReference.isPresent()
                ? Turn.send(byReference.get())
                : new Turn<>(Optional.of(ready.entry()), byReference, NOT_SENT),
        refused ->
            byReference
                .map(Turn::send)
                .orElseGet(() -> Turn.settled(new Rejected(refused.code(), refused.message()))));
  }

  private void send(List<Turn<E>> turns) {
    List<E> forms = turns.stream().flatMap(turn -> turn.form().stream()).toList();
    if (forms.isEmpty()) {
      answer.complete(new BatchOutcome.PerEntry(turns.stream().map(Turn::otherwise).toList()));
      return;
    }
    answer.call(
        () -> target.publish(forms),
        outcome ->
            outcome.when(
                perEntry -> received(turns, perEntry.outcomes(), forms.size()),
                refused -> {
                  if (forms.size() == 1) {
                    received(turns, List.of(rejected(refused)), 1);
                  } else {
                    // The relay sends it again in halves.
                    answer.complete(refused);
                  }
                }));
  }

  private void received(List<Turn<E>> turns, List<PublishOutcome> sent, int expected) {
    if (sent.size() != expected) {
      answer.complete(
          BatchOutcome.all(
              entries.size(),
              new Retry(
                  "INCOMPLETE_ANSWER",
                  "%d outcomes for %d entries".formatted(sent.size(), expected))));
      return;
    }
    Iterator<PublishOutcome> next = sent.iterator();
    List<PublishOutcome> outcomes = new ArrayList<>(turns.size());
    for (Turn<E> turn : turns) {
      outcomes.add(turn.form().isPresent() ? next.next() : turn.otherwise());
    }
    sendReferences(turns, outcomes, 0);
  }

  /** One after the other: there is hardly ever more than one. */
  private void sendReferences(List<Turn<E>> turns, List<PublishOutcome> outcomes, int from) {
    for (int i = from; i < turns.size(); i++) {
      Optional<E> byReference = turns.get(i).byReference();
      if (byReference.isPresent() && isRejected(outcomes.get(i))) {
        int at = i;
        answer.call(
            () -> target.publish(List.of(byReference.get())),
            outcome -> {
              outcomes.set(at, ofOne(outcome));
              sendReferences(turns, outcomes, at + 1);
            });
        return;
      }
    }
    answer.complete(new BatchOutcome.PerEntry(outcomes));
  }

  private static PublishOutcome ofOne(BatchOutcome outcome) {
    return outcome.fold(
        perEntry -> perEntry.outcomes().isEmpty() ? NOT_SENT : perEntry.outcomes().get(0),
        InliningRequest::rejected);
  }

  private static PublishOutcome rejected(BatchOutcome.RequestRefused refused) {
    return new Rejected(refused.code(), refused.message());
  }

  private static boolean isRejected(PublishOutcome outcome) {
    return outcome.fold(published -> false, retry -> false, rejected -> true);
  }

  /**
   * The result of several calls made one after the other. Cancelling it cancels the call in
   * progress and starts no other.
   */
  private static final class ChainedCalls<T> extends CompletableFuture<T> {
    // Guarded by this.
    private @Nullable CompletableFuture<?> underWay;

    /** Makes a call and continues with its result. If the call fails, so does the whole. */
    <R> void call(Supplier<? extends CompletionStage<R>> call, Consumer<R> next) {
      if (isDone()) {
        return;
      }
      CompletableFuture<R> started;
      try {
        started = call.get().toCompletableFuture();
      } catch (RuntimeException e) {
        completeExceptionally(e);
        return;
      }
      synchronized (this) {
        underWay = started;
      }
      if (isDone()) {
        started.cancel(true);
      }
      CompletableFuture<Void> unused = started.thenAccept(next).whenComplete(this::fail);
    }

    private void fail(@Nullable Void nothing, @Nullable Throwable failure) {
      if (failure != null) {
        completeExceptionally(failure);
      }
    }

    /**
     * Completes the whole with {@code otherwise} after this time: cancels the call in progress and
     * starts no other.
     */
    void endAfter(Duration time, T otherwise) {
      CompletableFuture<T> timer = new CompletableFuture<>();
      CompletableFuture<Void> unused =
          timer
              .completeOnTimeout(otherwise, time.toMillis(), TimeUnit.MILLISECONDS)
              .thenAccept(
                  late -> {
                    if (complete(late)) {
                      cancelUnderWay(true);
                    }
                  });
      CompletableFuture<T> unusedEnd = whenComplete((result, failure) -> timer.cancel(false));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      if (cancelled) {
        cancelUnderWay(mayInterruptIfRunning);
      }
      return cancelled;
    }

    private void cancelUnderWay(boolean mayInterruptIfRunning) {
      CompletableFuture<?> last;
      synchronized (this) {
        last = underWay;
      }
      if (last != null) {
        last.cancel(mayInterruptIfRunning);
      }
    }
  }
}
