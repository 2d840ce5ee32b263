package io.github.dynamooutbox.aws.keys;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
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

  private static final String ANYTHING = ".*";
  private static final Pattern LENGTH = Pattern.compile("\\.\\{(\\d+),(\\d+)}");

  /** The rule for ARNs of AWS KMS keys. */
  public static TextRule keyArn() {
    return KEY_ARN;
  }

  /**
   * The rule for ids of EC2, which end with 8 or 17 hexadecimal digits.
   *
   * @param prefix before the hyphen, for example {@code vpc}
   */
  public static TextRule idOf(String prefix, String means) {
    return of(prefix + "-[0-9a-f]{8}([0-9a-f]{9})?", means + ": " + prefix + "-0123456789abcdef0");
  }

  /** The rule of a regular expression, in which a dot stands for any character. */
  public static TextRule of(String regex, String means) {
    return new TextRule(Pattern.compile(regex, Pattern.DOTALL), means);
  }

  /** The rule that any text meets. */
  public static TextRule any(String means) {
    return of(ANYTHING, means);
  }

  /** The rule that any text of such a length meets, in characters. */
  public static TextRule ofLength(int least, int most) {
    return of(".{%d,%d}".formatted(least, most), "%d to %d characters".formatted(least, most));
  }

  /** Whether the whole text has the form. */
  public boolean accepts(String text) {
    return pattern.matcher(text).matches();
  }

  /** Its JSON Schema. There, unlike here, a dot does not stand for a line break. */
  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "string");
    String regex = pattern.pattern();
    Matcher length = LENGTH.matcher(regex);
    if (length.matches()) {
      schema.put("minLength", Integer.valueOf(length.group(1)));
      schema.put("maxLength", Integer.valueOf(length.group(2)));
    } else if (!regex.equals(ANYTHING)) {
      schema.putAll(ofPattern());
    }
    return schema;
  }

  /** The pattern for editors and for messages, which do not quote it. */
  Map<String, Object> ofPattern() {
    Map<String, Object> schema = new LinkedHashMap<>();
    String regex = pattern.pattern();
    schema.put("pattern", regex.contains("|") ? "^(" + regex + ")$" : "^" + regex + "$");
    schema.put("patternErrorMessage", "must be " + means);
    return schema;
  }
}
