package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
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
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published it) {
      answered(it.target());
    } else if (event instanceof RelayEvent.Retried it) {
      answered(it.target());
    } else if (event instanceof RelayEvent.Rejected it) {
      answered(it.target());
    } else if (event instanceof RelayEvent.FinishedBefore it) {
      answered(it.target());
    } else if (event instanceof RelayEvent.Skipped || event instanceof RelayEvent.Halted) {
      all.complete(null);
    }
  }

  private synchronized void answered(String target) {
    awaited.remove(target);
    if (awaited.isEmpty()) {
      all.complete(null);
    }
  }
}
