package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Optional;

/** Relays batches, with a relay of the caller's or one of its own. */
public interface RelaySource extends AutoCloseable {
  /** The caller's relay. */
  static RelaySource of(Relay relay) {
    BatchRun run = new BatchRun(relay);
    return run::run;
  }

  /** A relay of its own, as configured, observed, and ready for snapshots. */
  static RelaySource of(RelayConfig config) {
    return SnapStartRelay.open(config);
  }

  /**
   * Relays a batch within an invocation.
   *
   * @param remaining of the invocation's time
   * @return where delivery must go on; empty if everything is finished
   */
  Optional<StreamPosition> relay(StreamEvent event, Duration remaining);

  @Override
  default void close() {}
}
