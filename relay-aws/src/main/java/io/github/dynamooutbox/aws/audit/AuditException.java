package io.github.dynamooutbox.aws.audit;

/** Says why an audit or a replay cannot be done, where, and what to do. Nothing was changed. */
public final class AuditException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Who has to do something about it. */
  public enum Kind {
    /** What was asked for. */
    INPUT,
    /** A right, a table, or a service that did not answer. */
    ENVIRONMENT
  }

  private final Kind kind;

  public AuditException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public AuditException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
