package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Map;
import java.util.Optional;

/** The host's context for {@link RelayLog}. Called on the relay's thread. */
public interface LogScope {
  /**
   * Whether a fault should be logged now. A persistent fault recurs with every event, and should be
   * logged only from time to time.
   *
   * @param fault what failed and how
   */
  boolean isNews(String fault);

  /** The log message for a shard that halts, with one placeholder for the reason. */
  String halted();

  /** Transfers the host's logging context to the calling thread. */
  default void enter() {}

  /** Fields of every log line, by name. */
  default Map<String, String> fields() {
    return Map.of();
  }

  /** The keys of the record at a position, if the host knows them. */
  default Optional<String> record(StreamPosition position) {
    return Optional.empty();
  }
}
