package io.github.dynamooutbox.aws.invocation;

/**
 * The input is not a DynamoDB stream event, so that nothing in it can be attributed to a record.
 * The whole batch fails and is delivered again. The message contains the position, never the
 * content.
 */
public final class StreamEventException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StreamEventException(String message) {
    super(message);
  }
}
