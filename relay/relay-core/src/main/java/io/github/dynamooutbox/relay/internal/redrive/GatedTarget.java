package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A target as one page sees it: through the gate, and only while the page may send. */
final class GatedTarget<E extends Entry> implements Target<E> {
  private final Target<E> target;
  private final Gate gate;
  private final BooleanSupplier maySend;
  private final EventLoop loop;
  private int underWay;

  /**
   * Creates the target for one page.
   *
   * @param maySend asked right before each request; if it says no, the request is never sent or
   *     answered
   * @param loop the page's event loop
   */
  GatedTarget(Target<E> target, Gate gate, BooleanSupplier maySend, EventLoop loop) {
    this.target = target;
    this.gate = gate;
    this.maySend = maySend;
    this.loop = loop;
  }

  /** Whether no request is under way. */
  boolean isIdle() {
    return underWay == 0;
  }

  @Override
  public String name() {
    return target.name();
  }

  @Override
  public boolean ordered() {
    return target.ordered();
  }

  @Override
  public BatchLimits limits() {
    return target.limits();
  }

  /** A failure that would halt the relay closes one lane here, and stops nothing else. */
  @Override
  public Prepared<E> prepare(Envelope envelope) {
    try {
      return target.prepare(envelope);
    } catch (RuntimeException failure) {
      // Without the failure's message, which may contain a payload.
      return new Prepared.Refused<>(
          "INTERNAL",
          "preparing it failed because of a bug in the relay or the target: "
              + Failures.code(failure)
              + Failures.place(failure));
    }
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<E> entries) {
    CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
    gate.pass(
        () -> {
          if (answer.isDone() || !maySend.getAsBoolean()) {
            gate.leave();
            return;
          }
          underWay++;
          CompletionStage<BatchOutcome> requested =
              Failures.staged(() -> target.publish(entries).toCompletableFuture());
          requested.whenComplete(
              (outcome, failure) -> loop.execute(() -> ended(answer, outcome, failure)));
          CompletionStage<BatchOutcome> answered = answer;
          answered.whenComplete(
              (outcome, failure) -> {
                if (answer.isCancelled()) {
                  requested.toCompletableFuture().cancel(true);
                }
              });
        });
    return answer;
  }

  private void ended(
      CompletableFuture<BatchOutcome> answer,
      @Nullable BatchOutcome outcome,
      @Nullable Throwable failure) {
    if (outcome != null) {
      leave(outcome);
      answer.complete(outcome);
    } else {
      gate.leaveFailed(false);
      answer.completeExceptionally(
          failure == null ? new IllegalStateException("a request without an outcome") : failure);
    }
    // Whoever waits for the answer was queued on the loop just now, and comes first.
    loop.execute(() -> underWay--);
  }

  private void leave(BatchOutcome outcome) {
    outcome.when(
        perEntry -> {
          boolean someAccepted = perEntry.outcomes().stream().anyMatch(GatedTarget::isAccepted);
          boolean someFailed = perEntry.outcomes().stream().anyMatch(GatedTarget::isFailed);
          if (someFailed) {
            gate.leaveFailed(someAccepted);
          } else if (someAccepted) {
            gate.leaveAccepted();
          } else {
            gate.leave();
          }
        },
        refused -> gate.leave());
  }

  private static boolean isAccepted(PublishOutcome outcome) {
    return outcome.fold(published -> true, retry -> false, rejected -> false);
  }

  private static boolean isFailed(PublishOutcome outcome) {
    return outcome.fold(published -> false, retry -> true, rejected -> false);
  }
}
