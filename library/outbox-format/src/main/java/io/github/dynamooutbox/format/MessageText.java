package io.github.dynamooutbox.format;

/**
 * The characters that a message of SQS, and so of SNS before it, may contain. AWS says that others
 * are refused, and elsewhere that they are replaced; neither may happen to an event.
 */
public final class MessageText {
  private static final int PLAIN_FIRST = 0x20;

  private MessageText() {}

  /** SQS API reference, SendMessageBatch: the characters of XML. */
  public static boolean allows(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= PLAIN_FIRST && c < Character.MIN_SURROGATE)
        || (c > Character.MAX_SURROGATE && c <= '\uFFFD')
        || c >= Character.MIN_SUPPLEMENTARY_CODE_POINT;
  }

  /** Whether all characters are allowed. */
  public static boolean allows(String text) {
    return text.codePoints().allMatch(MessageText::allows);
  }
}
