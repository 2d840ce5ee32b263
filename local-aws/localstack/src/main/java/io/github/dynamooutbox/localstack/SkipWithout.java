package io.github.dynamooutbox.localstack;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips every test, with the reason, where LocalStack was asked for and cannot be had. */
public final class SkipWithout implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Optional.ofNullable(System.getProperty(EndpointSession.UNAVAILABLE))
        .map(why -> ConditionEvaluationResult.disabled("-Plocalstack: " + why))
        .orElseGet(() -> ConditionEvaluationResult.enabled("there is an endpoint"));
  }
}
