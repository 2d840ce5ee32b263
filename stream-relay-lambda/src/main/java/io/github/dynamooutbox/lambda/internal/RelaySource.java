package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Optional;

/** Relays batches, with the caller's relay or one of its own. */
public interface RelaySource extends AutoCloseable {
  /** Uses the caller's relay, and never closes it. */
  static RelaySource of(Relay relay) {
    BatchRun run = new BatchRun(relay);
    return run::run;
  }

  /** Opens a relay from this configuration, with telemetry and support for snapshots. */
  static RelaySource of(RelayConfig config) {
    return SnapStartRelay.open(config);
  }

  /**
   * Relays a batch within an invocation.
   *
   * @param remaining the invocation's remaining time
   * @return where delivery must continue; empty if everything is finished
   */
  Optional<StreamPosition> relay(StreamEvent event, Duration remaining);

  @Override
  default void close() {}
}
