package io.github.dynamooutbox.aws;

import java.util.regex.Pattern;

/**
 * The required form of a text value.
 *
 * @param pattern the whole text
 * @param means description for messages: "must be ..."
 */
record TextRule(Pattern pattern, String means) {
  static TextRule of(String regex, String means) {
    return new TextRule(Pattern.compile(regex, Pattern.DOTALL), means);
  }

  boolean accepts(String text) {
    return pattern.matcher(text).matches();
  }
}
