package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns a service's per-entry results, complete or not, into outcomes. */
final class EntryResults {
  private EntryResults() {}

  /**
   * The outcomes of EventBridge and Kinesis, which return a result for each entry in order. If
   * there are more or fewer, it is unknown what was accepted.
   */
  static <T> BatchOutcome inOrder(
      int entries, List<T> results, Function<T, PublishOutcome> outcome) {
    if (results.size() != entries) {
      String message = "%d entries sent, %d results received".formatted(entries, results.size());
      return BatchOutcome.all(entries, new PublishOutcome.Retry("ResultCountMismatch", message));
    }
    return new BatchOutcome.PerEntry(results.stream().map(outcome).toList());
  }

  static PublishOutcome missing() {
    return new PublishOutcome.Retry("ResultMissing", "the response does not mention this entry");
  }

  /**
   * A failed entry of SNS or SQS. They report whose fault it is, but also attribute throttling,
   * keys and missing permissions to the sender.
   */
  static PublishOutcome blamed(
      @Nullable String serviceCode, @Nullable String text, @Nullable Boolean senderFault) {
    String code = code(serviceCode);
    String message = message(text);
    if (!Boolean.TRUE.equals(senderFault) || RequestErrors.environment(code)) {
      return RequestErrors.retry(code, message);
    }
    return RequestErrors.permanent(code)
        ? new PublishOutcome.Rejected(code, message)
        : new PublishOutcome.Retry(code, message, Reason.ENTRY);
  }

  /**
   * The outcomes of SNS and SQS, which list accepted and failed entries by id. The ids are the
   * entries' indexes.
   */
  static BatchOutcome listed(int entries, Map<String, PublishOutcome> byId) {
    List<PublishOutcome> outcomes = new ArrayList<>(entries);
    for (int i = 0; i < entries; i++) {
      outcomes.add(byId.getOrDefault(Integer.toString(i), missing()));
    }
    return new BatchOutcome.PerEntry(outcomes);
  }

  static String code(@Nullable String code) {
    return code == null || code.isEmpty() ? "Unknown" : code;
  }

  static String message(@Nullable String message) {
    return message == null ? "no message" : RequestErrors.shortened(message);
  }
}
