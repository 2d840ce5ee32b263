package io.github.dynamooutbox.relay.stream;

/**
 * A record's position in its shard: the stream's sequence number, a decimal of up to 40 digits.
 * Compared by value; leading zeros do not matter.
 *
 * @param sequenceNumber as read from the stream; hosts return it unchanged
 */
public record StreamPosition(String sequenceNumber) implements Comparable<StreamPosition> {
  /** DynamoDB Streams' API reference: SequenceNumber has 21 to 40 digits. */
  public static final int MAX_DIGITS = 40;

  public StreamPosition {
    int length = sequenceNumber.length();
    if (length == 0 || length > MAX_DIGITS || !allDigits(sequenceNumber)) {
      throw new IllegalArgumentException(
          "stream sequence number \"" + sequenceNumber + "\": must be 1 to 40 decimal digits");
    }
  }

  private static boolean allDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
    }
    return true;
  }

  /** Forty digits, zero-padded, so that it sorts as text in stream order. */
  public String padded() {
    return "0".repeat(MAX_DIGITS - sequenceNumber.length()) + sequenceNumber;
  }

  @Override
  public int compareTo(StreamPosition other) {
    int mine = leadingZeros(sequenceNumber);
    int theirs = leadingZeros(other.sequenceNumber);
    int byLength =
        Integer.compare(sequenceNumber.length() - mine, other.sequenceNumber.length() - theirs);
    return byLength != 0
        ? byLength
        : sequenceNumber.substring(mine).compareTo(other.sequenceNumber.substring(theirs));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StreamPosition that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return sequenceNumber.substring(leadingZeros(sequenceNumber)).hashCode();
  }

  @Override
  public String toString() {
    return sequenceNumber;
  }

  private static int leadingZeros(String text) {
    int zeros = 0;
    while (zeros < text.length() && text.charAt(zeros) == '0') {
      zeros++;
    }
    return zeros;
  }
}
