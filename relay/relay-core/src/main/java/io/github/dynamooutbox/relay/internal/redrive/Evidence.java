package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.circuit.CircuitPolicy;
import java.util.Collection;
import java.util.List;

/**
 * Tells whether a target is down or only some events of a page are stuck; in both cases nothing of
 * the page was accepted for a while. Confined to the event loop.
 */
final class Evidence {
  private final List<Gate> gates;
  private int published;
  private long acceptedThen;

  Evidence(RedriveContext context, Collection<String> targets) {
    gates = targets.stream().map(context::gate).toList();
    acceptedThen = accepted();
  }

  /** Records how many events of the page were accepted so far. */
  void seen(int events) {
    if (events > published) {
      published = events;
      acceptedThen = accepted();
    }
  }

  /** Whether what is left fails because the target does. */
  boolean isTargetDown(StuckEvents left, int publishedOfPage) {
    boolean acceptsOthers = accepted() - acceptedThen >= CircuitPolicy.ENOUGH_OTHERS;
    boolean acceptedMost = left.heads() <= publishedOfPage;
    return !(acceptsOthers || (acceptedMost && left.areTried()));
  }

  private long accepted() {
    return gates.stream().mapToLong(Gate::accepted).sum();
  }
}
