package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;

/** Counts what is published. */
record PublishedCount(RateLine progress) implements RelayObserver {
  @Override
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published) {
      progress.done();
    }
  }
}
