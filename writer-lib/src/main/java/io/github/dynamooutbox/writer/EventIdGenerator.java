package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.internal.encode.UuidV7Generator;
import java.time.InstantSource;

/** Generates ids for events that have none. Implementations are thread-safe. */
@FunctionalInterface
public interface EventIdGenerator {

  /** Returns an id that no other event of the source has. Not empty, no control characters. */
  String nextId();

  /**
   * UUIDs of version 7 (RFC 9562), which sort by time; within a process each is greater than the
   * previous one, even if the clock stands still or goes back. Ids of the same millisecond share
   * their random bits: they are unique, not secret.
   */
  static EventIdGenerator uuidV7(InstantSource clock) {
    return new UuidV7Generator(clock)::nextId;
  }
}
