package io.github.dynamooutbox.aws.internal.config;

import java.util.regex.Pattern;

/**
 * What a text value must look like.
 *
 * @param pattern the whole text
 * @param means in words, for messages: "must be ..."
 */
record TextRule(Pattern pattern, String means) {
  static TextRule of(String regex, String means) {
    return new TextRule(Pattern.compile(regex, Pattern.DOTALL), means);
  }

  boolean accepts(String text) {
    return pattern.matcher(text).matches();
  }
}
