package io.github.dynamooutbox.kcl.settings;

/** The service cannot start or continue. The message says why, and what to do. */
public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  public ServiceException(String message) {
    this(message, ExitCode.FAILED);
  }

  public ServiceException(String message, Throwable cause) {
    this(message, cause, ExitCode.FAILED);
  }

  private ServiceException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  private ServiceException(String message, Throwable cause, int exitCode) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The stream cannot be read, so this worker must hold no lease on it. */
  public static ServiceException cannotRead(String message, Throwable cause) {
    return new ServiceException(message, cause, ExitCode.CANNOT_READ);
  }

  /** The worker may not use the workers' tables, so it must not be taken for one that can work. */
  public static ServiceException cannotWork(String message, Throwable cause) {
    return new ServiceException(message, cause, ExitCode.CANNOT_WORK);
  }

  /** The stream that this worker read is finished, and the table has a new one. */
  public static ServiceException streamReplaced(String message) {
    return new ServiceException(message, ExitCode.STREAM_REPLACED);
  }

  /** The exit code of the process: see {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
