package io.github.dynamooutbox.benchmarks.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** An ordered target in memory that answers after a fixed time, and can be down. Thread-safe. */
final class PacedTarget implements Target<PacedTarget.Sent> {
  /** The limits of an event bus, with the relay's usual number of concurrent requests. */
  static final BatchLimits LIMITS = new BatchLimits(10, 262_144, 4);

  record Sent(int bytes) implements Entry {}

  private static final PublishOutcome DOWN = new PublishOutcome.Retry("DOWN", "no answer");

  private final String name;
  private final Duration answerTime;
  private final ScheduledExecutorService answers;
  private final AtomicLong accepted = new AtomicLong();
  private volatile boolean down;
  private volatile long lastNanos;

  PacedTarget(String name, Duration answerTime, ScheduledExecutorService answers) {
    this.name = name;
    this.answerTime = answerTime;
    this.answers = answers;
  }

  PacedTarget down() {
    down = true;
    return this;
  }

  /** How many events have been accepted. */
  long accepted() {
    return accepted.get();
  }

  /** When the last event was accepted, by {@link System#nanoTime}. */
  long lastNanos() {
    return lastNanos;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public BatchLimits limits() {
    return LIMITS;
  }

  @Override
  public Prepared<Sent> prepare(Envelope envelope) {
    return new Prepared.Ready<>(new Sent(envelope.event().data().toBytes().length));
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
    CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
    ScheduledFuture<?> unused =
        answers.schedule(
            () -> answer.complete(answer(entries.size())),
            answerTime.toNanos(),
            TimeUnit.NANOSECONDS);
    return answer;
  }

  private BatchOutcome answer(int entries) {
    if (down) {
      return BatchOutcome.all(entries, DOWN);
    }
    accepted.addAndGet(entries);
    lastNanos = System.nanoTime();
    return BatchOutcome.all(entries, PublishOutcome.Published.INSTANCE);
  }
}
