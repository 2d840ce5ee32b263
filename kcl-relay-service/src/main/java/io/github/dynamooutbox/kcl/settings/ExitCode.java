package io.github.dynamooutbox.kcl.settings;

/** How the process ends. */
public final class ExitCode {
  /** Stopped in order. */
  public static final int OK = 0;

  /** Cannot start or go on. */
  public static final int FAILED = 1;

  /** Wrong options or configuration. */
  public static final int USAGE = 2;

  /** {@code --check} found something to fix. */
  public static final int CHECK = 3;

  /** The stream cannot be read: no right to, or no way there. */
  public static final int CANNOT_READ = 4;

  /** Stopped before everything was handed over; what was in flight is published again. */
  public static final int CUT_SHORT = 5;

  /** The table has another stream by now; a restart reads it. */
  public static final int STREAM_REPLACED = 6;

  private ExitCode() {}
}
