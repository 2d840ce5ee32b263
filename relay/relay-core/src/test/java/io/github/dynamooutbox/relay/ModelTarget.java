package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A target that answers as a model says, keeps figures only, and checks the order of its lanes. */
final class ModelTarget implements Target<ModelTarget.Sent> {
  record Sent(Envelope envelope) implements Entry {
    @Override
    public int bytes() {
      return 100;
    }
  }

  private static final Duration LATENCY = Duration.ofMillis(10);

  private final String name;
  private final boolean ordered;
  private final BatchLimits limits;
  private final VirtualLoop loop;
  private final BitSet seen = new BitSet();
  private final Map<String, Long> last = new HashMap<>();
  private TargetModel model = TargetModel.HEALTHY;
  private Retry refusal = new Retry("Throttling", "slow down", Reason.THROTTLED);
  private Duration mostBehind = Duration.ZERO;
  private long attempts;
  private long accepted;
  private long duplicates;
  private long inversions;

  ModelTarget(String name, boolean ordered, BatchLimits limits, VirtualLoop loop) {
    this.name = name;
    this.ordered = ordered;
    this.limits = limits;
    this.loop = loop;
  }

  /** Answers as this model says from now on. */
  void as(TargetModel next) {
    model = next;
  }

  /** Refuses with this from now on. */
  void refuses(Retry with) {
    refusal = with;
  }

  long attempts() {
    return attempts;
  }

  /** Events that were accepted, each counted once. */
  long accepted() {
    return accepted;
  }

  long duplicates() {
    return duplicates;
  }

  /** Events that were first accepted after a later one of their lane. */
  long inversions() {
    return inversions;
  }

  /** The highest age of an event that was accepted for the first time since the last call. */
  Duration mostBehind() {
    Duration most = mostBehind;
    mostBehind = Duration.ZERO;
    return most;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean ordered() {
    return ordered;
  }

  @Override
  public BatchLimits limits() {
    return limits;
  }

  @Override
  public Prepared<Sent> prepare(Envelope envelope) {
    return new Prepared.Ready<>(new Sent(envelope));
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
    CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
    loop.schedule(
        LATENCY,
        () -> {
          if (!answer.isDone()) {
            answer.complete(answer(entries));
          }
        });
    return answer;
  }

  private BatchOutcome answer(List<Sent> entries) {
    List<PublishOutcome> outcomes = new ArrayList<>(entries.size());
    for (Sent entry : entries) {
      attempts++;
      boolean isAccepted = model.accepts(loop.instant(), entry.envelope());
      if (isAccepted) {
        accepted(entry.envelope());
      }
      outcomes.add(isAccepted ? Published.INSTANCE : refusal);
    }
    return new BatchOutcome.PerEntry(outcomes);
  }

  private void accepted(Envelope envelope) {
    int number = Integer.parseInt(envelope.position().sequenceNumber());
    if (seen.get(number)) {
      duplicates++;
      return;
    }
    seen.set(number);
    accepted++;
    Duration age = Duration.between(envelope.record().context().writtenAt(), loop.instant());
    mostBehind = mostBehind.compareTo(age) < 0 ? age : mostBehind;
    Long before = last.put(envelope.aggregate().toString(), (long) number);
    if (before != null && before > number) {
      inversions++;
    }
  }
}
