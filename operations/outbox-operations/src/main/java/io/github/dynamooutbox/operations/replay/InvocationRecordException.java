package io.github.dynamooutbox.operations.replay;

/**
 * Reports that an object is not what an event source mapping writes, and why, without its content.
 */
final class InvocationRecordException extends Exception {
  private static final long serialVersionUID = 1;

  private final String why;

  InvocationRecordException(String why) {
    super(why);
    this.why = why;
  }

  String why() {
    return why;
  }
}
