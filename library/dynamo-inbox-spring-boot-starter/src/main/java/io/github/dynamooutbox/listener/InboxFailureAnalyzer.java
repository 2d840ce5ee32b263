package io.github.dynamooutbox.listener;

import io.github.dynamooutbox.inbox.InvalidInboxException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a listener or a setting that cannot work, without a stack trace. */
class InboxFailureAnalyzer extends AbstractFailureAnalyzer<InvalidInboxException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, InvalidInboxException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Correct the method with @OutboxListener, or the property under \"dynamo-inbox\".",
        cause);
  }
}
