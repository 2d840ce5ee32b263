package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/** Rules for texts that become CloudEvents attributes, and for payloads. */
final class Checks {
  private Checks() {}

  /** Not empty, and nothing that CloudEvents refuses in a string (1.0, "Type System"). */
  static String text(String what, String text) {
    String problem = problemOf(text);
    if (!problem.isEmpty()) {
      throw new InvalidTransactionException(new Violation.InvalidText(what, problem));
    }
    return text;
  }

  /** An argument that callers without null checks may have left out. */
  static <T> T given(String what, @Nullable T argument) {
    if (argument == null) {
      throw new InvalidTransactionException(new Violation.InvalidText(what, "is null"));
    }
    return argument;
  }

  /** Why a text cannot be an attribute of a CloudEvent, or nothing if it can. */
  static String problemOf(@Nullable String text) {
    if (text == null) {
      return "is null";
    }
    if (text.isEmpty()) {
      return "is empty";
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return "has a control character at " + i;
      }
    }
    int half = halfSurrogate(text);
    return half < 0 ? "" : "has half of a surrogate pair at " + half;
  }

  /** Where a text stops being Unicode, or -1. */
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
