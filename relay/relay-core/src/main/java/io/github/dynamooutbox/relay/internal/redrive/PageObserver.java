package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;

/** Forwards what a redrive does to events, except that they are parked, which is not news. */
final class PageObserver implements RelayObserver {
  private final RelayObserver observer;
  private int published;

  PageObserver(RelayObserver observer) {
    this.observer = observer;
  }

  /** Events that were accepted so far. */
  int published() {
    return published;
  }

  @Override
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published) {
      published++;
      observer.observe(event);
    } else if (event instanceof RelayEvent.Retried
        || event instanceof RelayEvent.Rejected
        || event instanceof RelayEvent.BatchSent
        || event instanceof RelayEvent.Answered
        || event instanceof RelayEvent.ControlFailed) {
      observer.observe(event);
    }
  }
}
