package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Waits until each target has answered, with any outcome, or no more answers can come. */
final class Outcomes implements RelayObserver {
  private final Set<String> awaited;
  private final CompletableFuture<Void> all = new CompletableFuture<>();

  Outcomes(Collection<String> targets) {
    awaited = new HashSet<>(targets);
  }

  CompletableFuture<Void> all() {
    return all;
  }

  @Override
  public void published(String target, Envelope envelope, Duration age) {
    answered(target);
  }

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    answered(target);
  }

  @Override
  public void rejected(String target, Envelope envelope, String code, String message) {
    answered(target);
  }

  @Override
  public void skipped(SkipReason reason) {
    all.complete(null);
  }

  @Override
  public void finishedBefore(String target) {
    answered(target);
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    all.complete(null);
  }

  private synchronized void answered(String target) {
    awaited.remove(target);
    if (awaited.isEmpty()) {
      all.complete(null);
    }
  }
}
