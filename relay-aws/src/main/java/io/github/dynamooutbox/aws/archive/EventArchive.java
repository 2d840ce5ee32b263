package io.github.dynamooutbox.aws.archive;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** Where events are kept as {@link ArchiveLine}s. */
public interface EventArchive {
  /** What a replay reads. Used by one thread. */
  @FunctionalInterface
  interface Reader {
    /**
     * Takes a line.
     *
     * @param where object and number of the line, for messages
     * @param line without the line feed at its end
     */
    void line(String where, byte[] line);
  }

  /**
   * Passes on the lines of this time, in no order; an event can be in several of them. More lines
   * than those of this time may be passed on, too.
   *
   * @param from committed at this time or later, by the writer's clock; empty: from the first one
   * @param to committed before this time; empty: to the last one
   * @param foreign takes the names of objects that are none of the archive's, which are left out
   * @throws io.github.dynamooutbox.aws.operate.OperatorException if it cannot be read, or an object
   *     is damaged
   */
  void read(Optional<Instant> from, Optional<Instant> to, Reader each, Consumer<String> foreign);
}
