package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.Duration;

/** Counts what is published. */
record PublishedCount(RateLine progress) implements RelayObserver {
  @Override
  public void published(String target, Envelope envelope, Duration age) {
    progress.done();
  }
}
