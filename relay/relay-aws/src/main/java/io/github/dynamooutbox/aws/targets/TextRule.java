package io.github.dynamooutbox.aws.targets;

import java.util.regex.Pattern;

/**
 * The required form of a text value.
 *
 * @param pattern matches the whole text
 * @param means description for messages: "must be ..."
 */
public record TextRule(Pattern pattern, String means) {
  /** KMS API reference, CreateKey. */
  private static final TextRule KEY_ARN =
      of(
          "arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+",
          "a key ARN: arn:aws:kms:<region>:<account>:key/<id>");

  /** The rule for ARNs of AWS KMS keys. */
  public static TextRule keyArn() {
    return KEY_ARN;
  }

  /** The rule of a regular expression, in which a dot stands for any character. */
  public static TextRule of(String regex, String means) {
    return new TextRule(Pattern.compile(regex, Pattern.DOTALL), means);
  }

  /** Whether the whole text has the form. */
  public boolean accepts(String text) {
    return pattern.matcher(text).matches();
  }
}
