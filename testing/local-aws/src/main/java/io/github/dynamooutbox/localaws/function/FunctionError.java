package io.github.dynamooutbox.localaws.function;

/** An invocation without a response. Side effects of the function are not undone. */
public final class FunctionError extends Exception {
  private static final long serialVersionUID = 1L;

  /** How the invocation failed. */
  public enum Kind {
    /** The handler threw. */
    HANDLER,
    /** The handler did not answer within the function's timeout; its process was killed. */
    TIMEOUT,
    /** The function's process ended during an invocation. */
    EXIT,
    /** The function's process failed or timed out before it asked for an invocation. */
    INIT,
    /** The response was larger than the service accepts. */
    RESPONSE_TOO_LARGE
  }

  private final Kind kind;
  private final String type;

  /**
   * @param type the error's type as the service names it, such as a class name or {@code
   *     Sandbox.Timedout}
   */
  public FunctionError(Kind kind, String type, String message) {
    super(kind + " " + type + ": " + message);
    this.kind = kind;
    this.type = type;
  }

  public Kind kind() {
    return kind;
  }

  public String type() {
    return type;
  }
}
