package io.github.dynamooutbox.localaws.stub;

/**
 * An attribute of an SNS or SQS message.
 *
 * @param dataType {@code String}, {@code Number} or {@code Binary}, perhaps with a {@code .label};
 *     {@code String.Array} too for SNS
 * @param value the text; Base64 for {@code Binary}
 */
public record MessageAttribute(String dataType, String value) {

  /** Whether {@link #value()} is Base64. */
  public boolean binary() {
    return dataType.equals("Binary") || dataType.startsWith("Binary.");
  }

  /** The type only; values may be user data. */
  @Override
  public String toString() {
    return dataType;
  }
}
