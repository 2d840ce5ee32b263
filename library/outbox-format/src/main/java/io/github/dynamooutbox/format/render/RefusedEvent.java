package io.github.dynamooutbox.format.render;

/**
 * Reports an event that cannot be rendered in the form that its target needs. Contains no payload.
 */
public final class RefusedEvent extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code short and stable, for example {@code MALFORMED_JSON}
   * @param message what is wrong, without payload
   */
  public RefusedEvent(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  public String code() {
    return code;
  }

  /** The message, which is never absent. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
