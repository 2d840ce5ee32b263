package io.github.dynamooutbox.aws.examine;

import java.util.Optional;

/**
 * What an examination found about one thing.
 *
 * @param verdict how serious it is
 * @param subject what was examined, such as {@code table "orders"}
 * @param fact what was found, as the rest of a sentence that begins with the subject
 * @param remedy what to do about it: a command, or a sentence in the imperative; empty if nothing
 */
public record Finding(Verdict verdict, String subject, String fact, Optional<String> remedy) {
  /** How serious a finding is. */
  public enum Verdict {
    /** As it should be. */
    FINE,
    /** Works, but could be better. */
    ADVICE,
    /** Could not be examined: a permission or a connection is missing. */
    UNCHECKED,
    /** Breaks a guarantee, or keeps the relay from working. */
    WRONG
  }

  /** Whether an operator has to act before the outbox is known to work. */
  public boolean needsAttention() {
    return verdict == Verdict.WRONG || verdict == Verdict.UNCHECKED;
  }

  /** The whole finding in one line. */
  public String text() {
    return subject + ' ' + fact + remedy.map(": "::concat).orElse("");
  }
}
