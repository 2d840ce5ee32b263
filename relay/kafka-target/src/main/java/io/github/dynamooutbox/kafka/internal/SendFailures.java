package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import java.util.Optional;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Classifies a record's failure: is the record at fault, and can the producer still be used? */
final class SendFailures {
  private static final int MAX_MESSAGE = 300;

  private SendFailures() {}

  /**
   * Kafka protocol, "Error codes": MESSAGE_TOO_LARGE, INVALID_RECORD and INVALID_TIMESTAMP are
   * about the record. All others are about topic, permissions, cluster or network, or are unknown.
   * The latter two are not permanent: brokers answer them if the producer's clock is outside of the
   * topic's limits for timestamps ({@code message.timestamp.before.max.ms}, {@code
   * message.timestamp.after.max.ms}).
   */
  static PublishOutcome outcome(Throwable failure) {
    return failure instanceof RecordTooLargeException
        ? new Rejected(code(failure), message(failure))
        : new Retry(
            code(failure), message(failure), isTheRecords(failure) ? Reason.ENTRY : Reason.UNKNOWN);
  }

  /** The producer could not be created: wrong settings or credentials, or unresolvable names. */
  static PublishOutcome notConnected(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return new Retry(code(cause), message(cause));
  }

  /**
   * Whether the producer can still be used, by Kafka's own classification: an error that is not
   * retriable may be permanent for this producer, and a new one reads the credentials again.
   */
  static boolean leavesTheProducerUsable(Throwable failure) {
    return failure instanceof RetriableException || isTheRecords(failure);
  }

  private static boolean isTheRecords(Throwable failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof InvalidRecordException
        || failure instanceof InvalidTimestampException;
  }

  private static String code(Throwable failure) {
    return failure.getClass().getSimpleName();
  }

  private static String message(Throwable failure) {
    String said = String.valueOf(failure.getMessage());
    String message = said.length() <= MAX_MESSAGE ? said : said.substring(0, MAX_MESSAGE) + "...";
    return remedy(failure).map(what -> message + "; " + what).orElse(message);
  }

  /** What to do about errors whose message does not say it. */
  private static Optional<String> remedy(Throwable failure) {
    if (failure instanceof TopicAuthorizationException) {
      return Optional.of(
          "allow the relay Describe and Write on the topic"
              + " (MSK: kafka-cluster:DescribeTopic and kafka-cluster:WriteData)");
    }
    if (failure instanceof ClusterAuthorizationException) {
      return Optional.of(
          "allow the relay IdempotentWrite on the cluster"
              + " (MSK: kafka-cluster:Connect and kafka-cluster:WriteDataIdempotently)");
    }
    return failure instanceof AuthenticationException
        ? Optional.of("correct the relay's credentials or certificate")
        : Optional.empty();
  }
}
