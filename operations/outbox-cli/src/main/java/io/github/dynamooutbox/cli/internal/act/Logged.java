package io.github.dynamooutbox.cli.internal.act;

import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Writes down who decided what before it is carried out, and how it ended. */
public record Logged(OutboxOperator operator, Output output) {
  /**
   * A decision without a reason.
   *
   * @param run who carries it out, as in leases and logs
   * @param selection in words, as the rest of a sentence
   */
  public static LoggedDecision.Decision decision(
      String by,
      String run,
      String command,
      Optional<String> target,
      String selection,
      long events) {
    return new LoggedDecision.Decision(
        by, run, command, target, selection.strip(), events, Optional.empty());
  }

  /**
   * Carries out a decision once it is written down.
   *
   * @param exit how a result ends the command
   * @param events how many events a result concerns
   * @throws OperatorException if it cannot be written down; then nothing was done
   */
  public <T> T act(
      LoggedDecision.Decision decision,
      Supplier<T> work,
      Function<T, CommandExit> exit,
      ToLongFunction<T> events) {
    LoggedDecision begun = begin(decision);
    T result;
    try {
      result = work.get();
    } catch (CancellationException e) {
      end(begun, CommandExit.INTERRUPTED.name(), OptionalLong.empty());
      throw e;
    } catch (RuntimeException e) {
      end(begun, isBusy(e) ? CommandExit.BUSY.name() : "FAILED", OptionalLong.empty());
      throw e;
    }
    end(begun, exit.apply(result).name(), OptionalLong.of(events.applyAsLong(result)));
    return result;
  }

  private static boolean isBusy(RuntimeException e) {
    return e instanceof OperatorException it && it.kind() == OperatorException.Kind.BUSY;
  }

  private LoggedDecision begin(LoggedDecision.Decision decision) {
    try {
      return operator.begin(decision);
    } catch (OperatorException e) {
      throw new OperatorException(
          e.kind(),
          "nothing was done, because who decided it cannot be written down: " + e.getMessage(),
          e);
    }
  }

  /** What was done is done: that nobody can read how it ended does not change it. */
  private void end(LoggedDecision begun, String how, OptionalLong events) {
    try {
      operator.end(begun, how, events);
    } catch (OperatorException e) {
      output.note("'outbox decisions' will not say how this ended: " + e.getMessage());
    }
  }
}
