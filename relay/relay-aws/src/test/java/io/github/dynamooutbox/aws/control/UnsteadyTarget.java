package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** An ordered target in memory that takes its time, rejects, fails, and loses answers. */
final class UnsteadyTarget implements Target<UnsteadyTarget.Sent> {
  record Sent(String eventId) implements Entry {
    @Override
    public int bytes() {
      return eventId.length();
    }
  }

  private final Random random;
  private final int failuresPercent;
  private final Map<String, Integer> rejections = new HashMap<>();
  private final List<String> accepted = new ArrayList<>();
  private boolean steady;

  /**
   * A target that gets steady in time.
   *
   * @param rejected some of these are rejected at first
   */
  UnsteadyTarget(Random random, Collection<String> rejected) {
    this.random = new Random(random.nextLong());
    this.failuresPercent = random.nextInt(25);
    for (String eventId : rejected) {
      if (random.nextInt(100) < 20) {
        rejections.put(eventId, 1 + random.nextInt(3));
      }
    }
  }

  synchronized void getSteady() {
    steady = true;
  }

  /** Event ids in the order in which they were accepted, again and again where they were. */
  synchronized List<String> accepted() {
    return List.copyOf(accepted);
  }

  @Override
  public String name() {
    return "bus";
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public BatchLimits limits() {
    return new BatchLimits(3, 10_000, 2);
  }

  @Override
  public Prepared<Sent> prepare(Envelope envelope) {
    return new Prepared.Ready<>(new Sent(envelope.event().id()));
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
    return CompletableFuture.supplyAsync(
        () -> new BatchOutcome.PerEntry(entries.stream().map(this::outcome).toList()),
        CompletableFuture.delayedExecutor(delay(), TimeUnit.MICROSECONDS));
  }

  private synchronized long delay() {
    return random.nextInt(4_000);
  }

  private synchronized PublishOutcome outcome(Sent entry) {
    String eventId = entry.eventId();
    if (!steady && rejections.getOrDefault(eventId, 0) > 0) {
      rejections.merge(eventId, -1, Integer::sum);
      return new PublishOutcome.Rejected("Rejected", "not now");
    }
    if (!steady && random.nextInt(100) < failuresPercent) {
      return new PublishOutcome.Retry("Down", "down");
    }
    accepted.add(eventId);
    return !steady && random.nextInt(100) < 3
        ? new PublishOutcome.Retry("LostAnswer", "accepted, but nobody knows")
        : PublishOutcome.Published.INSTANCE;
  }
}
