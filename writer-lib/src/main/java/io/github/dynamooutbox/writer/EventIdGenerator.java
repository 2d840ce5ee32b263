package io.github.dynamooutbox.writer;

import java.time.InstantSource;

/** Gives ids to events that have none. Implementations are thread-safe. */
@FunctionalInterface
public interface EventIdGenerator {

  /** An id that no other event of the source has. Not empty, no control characters. */
  String nextId();

  /**
   * UUIDs of version 7 (RFC 9562), which sort by time; within a process each is greater than the
   * one before, also when the clock stands still or goes back.
   */
  static EventIdGenerator uuidV7(InstantSource clock) {
    return new UuidV7Generator(clock);
  }
}
