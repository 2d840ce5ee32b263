package io.github.dynamooutbox.localstack;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips every test, with the reason, if a container was requested and this machine has no Docker.
 * With {@code CI=true} they fail.
 */
public final class SkipWithoutDocker implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Optional.ofNullable(System.getProperty(LocalStackSession.UNAVAILABLE))
        .map(SkipWithoutDocker::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("there is an endpoint"));
  }

  private static ConditionEvaluationResult disabled(String why) {
    if ("true".equals(System.getenv("CI"))) {
      throw new IllegalStateException(
          "-Plocalstack: " + why + ". With CI=true that is no reason to skip: start Docker");
    }
    return ConditionEvaluationResult.disabled("-Plocalstack: " + why);
  }
}
