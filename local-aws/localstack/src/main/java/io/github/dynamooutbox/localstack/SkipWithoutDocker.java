package io.github.dynamooutbox.localstack;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips every test, with the reason, if LocalStack was requested and this machine has no Docker. */
public final class SkipWithoutDocker implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Optional.ofNullable(System.getProperty(LocalStackSession.UNAVAILABLE))
        .map(why -> ConditionEvaluationResult.disabled("-Plocalstack: " + why))
        .orElseGet(() -> ConditionEvaluationResult.enabled("there is an endpoint"));
  }
}
