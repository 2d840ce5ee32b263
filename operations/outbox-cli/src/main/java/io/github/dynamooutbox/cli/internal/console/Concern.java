package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.command.ParkedGroup;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that an operator on call should know.
 *
 * @param what in a few words
 * @param advice what to do, or that there is nothing to do
 * @param redrive what a redrive may publish once that is done
 */
record Concern(Level level, String what, String advice, Optional<ParkedGroup> redrive) {
  /** The worst first. */
  enum Level {
    BAD,
    WARNING
  }

  static Concern of(Level level, String what, String advice) {
    return new Concern(level, what, advice, Optional.empty());
  }

  void write(ObjectNode node) {
    node.put("level", level.name().toLowerCase(Locale.ROOT)).put("what", what);
    node.put("advice", advice);
    redrive.ifPresent(
        group ->
            node.putObject("redrive")
                .put("target", group.target())
                .put("reason", group.reason().name()));
  }
}
