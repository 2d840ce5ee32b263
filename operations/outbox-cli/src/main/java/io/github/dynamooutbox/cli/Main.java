package io.github.dynamooutbox.cli;

import io.github.dynamooutbox.cli.internal.OutboxTool;

/** The command line {@code outbox}. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(OutboxTool.commandLine(System.getenv()).execute(arguments));
  }
}
