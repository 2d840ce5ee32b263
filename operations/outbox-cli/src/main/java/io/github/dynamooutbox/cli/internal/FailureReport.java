package io.github.dynamooutbox.cli.internal;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.UnfinishedException;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Reports an expected failure in a line or two, with its exit code; a fault of the tool itself
 * keeps its stack trace.
 */
final class FailureReport implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, @Nullable ParseResult result) throws Exception {
    if (failure instanceof ConfigException || failure instanceof TypeConversionException) {
      return report(command, failure, CommandExit.INPUT);
    }
    if (failure instanceof UnfinishedException) {
      return report(command, failure, CommandExit.INCOMPLETE);
    }
    if (failure instanceof OperatorException problem) {
      return switch (problem.kind()) {
        case INPUT -> report(command, failure, CommandExit.INPUT);
        case ACCESS -> report(command, failure, CommandExit.ACCESS);
        case BUSY -> report(command, failure, CommandExit.BUSY);
      };
    }
    if (failure instanceof SdkException aws) {
      return report(command, AwsFailures.explained(aws), CommandExit.ACCESS);
    }
    throw failure;
  }

  private static int report(CommandLine command, Exception failure, CommandExit code) {
    command.getErr().println(command.getColorScheme().errorText(failure.getMessage()));
    return code.number();
  }
}
