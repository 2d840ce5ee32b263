package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/** Rules for texts that become CloudEvents attributes, and for payloads. */
final class Checks {
  private Checks() {}

  /** Not empty, and nothing that CloudEvents refuses in a string (1.0, "Type System"). */
  static String text(String what, String text) {
    return text(what, "", text);
  }

  /** As {@link #text(String, String)}; what and whose are put together only for a message. */
  static String text(String what, String whose, String text) {
    String problem = problemOf(text);
    if (!problem.isEmpty()) {
      throw new InvalidTransactionException(new Violation.InvalidText(what + whose, problem));
    }
    return text;
  }

  /** An argument that callers without null checks may have left out. */
  static <T> T given(String what, @Nullable T argument) {
    return given(what, "", argument);
  }

  /** As {@link #given(String, Object)}; what and whose are put together only for a message. */
  static <T> T given(String what, Object whose, @Nullable T argument) {
    if (argument == null) {
      throw new InvalidTransactionException(new Violation.InvalidText(what + whose, "is null"));
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
