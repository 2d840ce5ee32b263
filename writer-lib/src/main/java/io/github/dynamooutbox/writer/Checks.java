package io.github.dynamooutbox.writer;

/** Rules for texts that become CloudEvents attributes. */
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

  /** Why a text cannot be an attribute of a CloudEvent, or nothing if it can. */
  static String problemOf(String text) {
    if (text.isEmpty()) {
      return "is empty";
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        return "has a control character at " + i;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return "has half of a surrogate pair at " + i;
      }
    }
    return "";
  }
}
