package io.github.dynamooutbox.relay.internal.redrive;

import java.util.Collection;
import java.util.List;

/**
 * Whether a target is down, or only some events of a page are stuck. Nothing of the page was
 * accepted for a while in either case. Belongs to the loop.
 */
final class Evidence {
  /** Requests of other pages that were accepted meanwhile. */
  private static final int ENOUGH = 5;

  private final List<Gate> gates;
  private int published;
  private long acceptedThen;

  Evidence(RedriveContext context, Collection<String> targets) {
    gates = targets.stream().map(context::gate).toList();
    acceptedThen = accepted();
  }

  /** So many events of the page were accepted by now. */
  void seen(int events) {
    if (events > published) {
      published = events;
      acceptedThen = accepted();
    }
  }

  /** Whether what is left fails because the target does. */
  boolean isTargetDown(StuckEvents left, int publishedOfPage) {
    boolean acceptsOthers = accepted() - acceptedThen >= ENOUGH;
    boolean acceptedMost = left.heads() <= publishedOfPage;
    return !(acceptsOthers || (acceptedMost && left.areTried()));
  }

  private long accepted() {
    return gates.stream().mapToLong(Gate::accepted).sum();
  }
}
