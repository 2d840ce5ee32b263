package io.github.dynamooutbox.kcl.settings;

/** How the process ends. */
public final class ExitCode {
  /** Orderly shutdown. */
  public static final int OK = 0;

  /** Cannot start or continue. */
  public static final int FAILED = 1;

  /** Invalid options or configuration. */
  public static final int USAGE = 2;

  /** {@code --check} found something to fix. */
  public static final int CHECK = 3;

  /** Table or stream cannot be read: a permission is missing, or it cannot be reached. */
  public static final int CANNOT_READ = 4;

  /**
   * Stopped before everything was handed over: leases expire, and what was in flight is published
   * again.
   */
  public static final int CUT_SHORT = 5;

  /** The table has a new stream, which the next start reads. */
  public static final int STREAM_REPLACED = 6;

  /** The workers' tables cannot be used: a permission is missing, or a name is wrong. */
  public static final int CANNOT_WORK = 7;

  private ExitCode() {}
}
