package io.github.dynamooutbox.operations.archive;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps events as lines of JSON. */
public interface EventArchive {
  /** Receives the lines that a replay reads. Called by one thread. */
  @FunctionalInterface
  interface Reader {
    /**
     * Receives a line.
     *
     * @param where object and number of the line, for messages
     * @param line without the line feed at its end
     */
    void line(String where, byte[] line);
  }

  /**
   * Passes on the lines of a range of time, in no particular order. An event can be in several of
   * them, and lines outside the range may be passed on, too.
   *
   * @param from committed at this time or later, by the writer's clock; empty: from the first one
   * @param to committed before this time; empty: to the last one
   * @param foreign receives the names of objects that do not belong to the archive, which are
   *     skipped
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if it cannot be read, or an
   *     object is damaged
   */
  void read(Optional<Instant> from, Optional<Instant> to, Reader each, Consumer<String> foreign);
}
