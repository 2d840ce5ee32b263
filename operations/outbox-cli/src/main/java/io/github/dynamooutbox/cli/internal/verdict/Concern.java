package io.github.dynamooutbox.cli.internal.verdict;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that an operator on call should know.
 *
 * @param what in a few words
 * @param advice what to do, or that there is nothing to do
 * @param next the command that says more, or does it
 * @param redrive what a redrive may publish once that is done
 */
public record Concern(
    Level level, String what, String advice, String next, Optional<ParkedGroup> redrive) {
  /** The worst first. */
  public enum Level {
    /** A person has to act. */
    BAD,
    WARNING
  }

  static Concern of(Level level, String what, String advice) {
    return new Concern(level, what, advice, "outbox doctor", Optional.empty());
  }

  void write(ObjectNode node) {
    node.put("level", level.name().toLowerCase(Locale.ROOT)).put("what", what);
    node.put("advice", advice).put("next", next);
    redrive.ifPresent(
        group ->
            node.putObject("redrive")
                .put("target", group.target())
                .put("reason", group.reason().name()));
  }
}
