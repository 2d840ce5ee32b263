package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/** Checks of arguments, above all of texts that become CloudEvents attributes. */
final class Checks {
  private Checks() {}

  /**
   * Refuses a text that is empty, or that CloudEvents does not allow as a string (1.0, "Type
   * System").
   */
  static String text(String what, String text) {
    return text(what, "", text);
  }

  /** As {@link #text(String, String)}. What and whose are concatenated only for an error. */
  static String text(String what, String whose, String text) {
    String problem = problemOf(text);
    if (!problem.isEmpty()) {
      throw new InvalidTransactionException(new Violation.InvalidText(what + whose, problem));
    }
    return text;
  }

  /** Refuses null, which callers without null checks may pass. */
  static <T> T notNull(String what, @Nullable T argument) {
    return notNull(what, "", argument);
  }

  /** As {@link #notNull(String, Object)}. What and whose are concatenated only for an error. */
  static <T> T notNull(String what, Object whose, @Nullable T argument) {
    if (argument == null) {
      throw new InvalidTransactionException(new Violation.InvalidText(what + whose, "is null"));
    }
    return argument;
  }

  /** Why a text cannot be an attribute of a CloudEvent; empty if it can. */
  static String problemOf(@Nullable String text) {
    if (text == null) {
      return "is null";
    }
    if (text.isEmpty()) {
      return "is empty";
    }
    boolean hasSurrogates = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        return "has a control character at " + i;
      }
      hasSurrogates |= Character.isSurrogate(c);
    }
    int half = hasSurrogates ? halfSurrogate(text) : -1;
    return half < 0 ? "" : "has half of a surrogate pair at " + half;
  }

  /** Index of the first unpaired surrogate, or -1. */
  static int halfSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else {
        return i;
      }
    }
    return -1;
  }
}
