package io.github.dynamooutbox.kcl;

/** The service cannot start or go on. The message says why, and what to do. */
public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ServiceException(String message) {
    super(message);
  }

  public ServiceException(String message, Throwable cause) {
    super(message, cause);
  }
}
