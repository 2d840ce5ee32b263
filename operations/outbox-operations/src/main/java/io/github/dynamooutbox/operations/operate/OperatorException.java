package io.github.dynamooutbox.operations.operate;

/**
 * Reports that nothing was done, because something has to be corrected first. The message says what
 * is wrong, where, and what to do; it contains no payload.
 */
public final class OperatorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Where to correct it. */
  public enum Kind {
    /** In the request: there is no such target, lane, event or time. */
    INPUT,
    /** In AWS, or on the way there: a table, a permission or a connection is missing. */
    ACCESS,
    /** Nowhere: another process is working on the same thing. */
    BUSY
  }

  private final Kind kind;

  /**
   * A failure.
   *
   * @param message what is wrong, where, and what to do
   */
  public OperatorException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** The same with its cause. */
  public OperatorException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** Where to correct it. */
  public Kind kind() {
    return kind;
  }
}
