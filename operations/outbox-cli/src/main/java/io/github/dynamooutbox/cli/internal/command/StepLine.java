package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import org.jspecify.annotations.Nullable;

/** Reports the progress of each step of long work, and stops the work at Ctrl-C. Thread-safe. */
final class StepLine implements AuditProgress, AutoCloseable {
  private final Output output;
  private final Interruption interruption;
  private String step = "";
  private @Nullable RateLine line;

  StepLine(Output output, Interruption interruption) {
    this.output = output;
    this.interruption = interruption;
  }

  @Override
  public synchronized void at(String what, long done, long about) {
    if (line == null || !step.equals(what)) {
      close();
      step = what;
      line = new RateLine(output, what, about);
    }
    line.done(done, about);
  }

  @Override
  public boolean isStopWanted() {
    return interruption.isWanted();
  }

  @Override
  public synchronized void close() {
    if (line != null) {
      line.close();
    }
  }
}
