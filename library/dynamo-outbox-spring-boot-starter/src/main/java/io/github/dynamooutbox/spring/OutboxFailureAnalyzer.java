package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.writer.InvalidConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a setting of the outbox that is missing or wrong, without a stack trace. */
class OutboxFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, InvalidConfigurationException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Correct the property under \"dynamo-outbox\", or what an OutboxCustomizer sets.",
        cause);
  }
}
