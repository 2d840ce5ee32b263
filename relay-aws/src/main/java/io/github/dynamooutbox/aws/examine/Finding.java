package io.github.dynamooutbox.aws.examine;

import java.util.Optional;

/**
 * What an examination found out about one thing.
 *
 * @param verdict how serious it is
 * @param subject what was examined, such as {@code table "orders"}
 * @param fact what is so, as the rest of a sentence that begins with the subject
 * @param remedy what to do about it: a command, or a sentence in the imperative; empty if nothing
 */
public record Finding(Verdict verdict, String subject, String fact, Optional<String> remedy) {
  /** How serious a finding is. */
  public enum Verdict {
    /** As it should be. */
    FINE,
    /** Works, and could be better. */
    ADVICE,
    /** Could not be examined: a right or a connection is missing. */
    UNCHECKED,
    /** Breaks a guarantee, or keeps the relay from working. */
    WRONG
  }

  /** Whether somebody has to do something before the outbox is known to work. */
  public boolean needsAttention() {
    return verdict == Verdict.WRONG || verdict == Verdict.UNCHECKED;
  }

  /** All of it in one line. */
  public String text() {
    return subject + ' ' + fact + remedy.map(": "::concat).orElse("");
  }
}
