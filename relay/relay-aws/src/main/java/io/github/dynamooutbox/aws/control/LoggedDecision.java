package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an operator has decided, as {@link DecisionLog} keeps it.
 *
 * @param at when it was written down, just before anything was done
 * @param ended how it ended; empty while it is carried out, and for good if the process that did so
 *     was killed
 */
public record LoggedDecision(Instant at, Decision decision, Optional<Ended> ended) {
  /** Longer texts are cut, so that a decision is always a small item. */
  static final int MOST_BYTES = 1_024;

  /**
   * Who decided what. It names events by what selects them, never by what they contain.
   *
   * @param by the name of who decided it
   * @param run identifies the process that carries it out, and where; different for each decision
   * @param command what was decided, as the command line names it
   * @param target the target that it is about; empty for all
   * @param selection which events, in words
   * @param events how many were shown to whoever decided it; 0 if none were, as by the redrive
   *     function
   * @param reason why, if the command asks for it, as it does for a {@link WaysOut.Decision}
   */
  public record Decision(
      String by,
      String run,
      String command,
      Optional<String> target,
      String selection,
      long events,
      Optional<String> reason) {
    public Decision {
      by = cut(by);
      selection = cut(selection);
    }

    private static String cut(String text) {
      return SegmentCodec.CauseText.cut(text, MOST_BYTES);
    }
  }

  /**
   * How it ended.
   *
   * @param how the name of the exit code, or {@code FAILED}
   * @param events how many events it concerned in the end, if that is known
   */
  public record Ended(Instant at, String how, OptionalLong events) {}
}
