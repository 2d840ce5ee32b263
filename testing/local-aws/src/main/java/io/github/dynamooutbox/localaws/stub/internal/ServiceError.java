package io.github.dynamooutbox.localaws.stub.internal;

/** An error that a service answers a request with. */
public final class ServiceError extends RuntimeException {
  private final int status;
  private final String code;

  public ServiceError(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** The caller's fault, status 400. */
  public static ServiceError badRequest(String code, String message) {
    return new ServiceError(400, code, message);
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  /** The message that the caller gets. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
