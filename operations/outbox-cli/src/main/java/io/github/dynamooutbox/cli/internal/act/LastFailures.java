package io.github.dynamooutbox.cli.internal.act;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers what each target said last when it did not accept something for now. Thread-safe. */
final class LastFailures implements RelayObserver {
  private final Map<String, Why> last = new ConcurrentHashMap<>();

  @Override
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Retried retried) {
      last.put(retried.target(), new Why(retried.code(), retried.message()));
    } else if (event instanceof RelayEvent.Published published) {
      last.remove(published.target());
    }
  }

  Map<String, Why> byTarget() {
    return Map.copyOf(last);
  }
}
