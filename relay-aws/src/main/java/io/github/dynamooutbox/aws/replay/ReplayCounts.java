package io.github.dynamooutbox.aws.replay;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what a replay does. Thread-safe. */
final class ReplayCounts implements RelayObserver {
  private final LongAdder published = new LongAdder();
  private final LongAdder parked = new LongAdder();
  private final AtomicReference<@Nullable String> halted = new AtomicReference<>();

  @Override
  public void published(String target, Envelope envelope, Duration age) {
    published.increment();
  }

  @Override
  public void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    parked.increment();
  }

  @Override
  public void parkedUnreadable(ParkedEvent record) {
    parked.increment();
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    halted.compareAndSet(null, reason + ": " + message);
  }

  long published() {
    return published.sum();
  }

  long parked() {
    return parked.sum();
  }

  Optional<String> halted() {
    return Optional.ofNullable(halted.get());
  }
}
