package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kafka's errors are classified as docs/kafka.md says. */
class SendFailuresTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([A-Za-z]+Exception)` \\| (sent again|parked)");

  @ParameterizedTest
  @MethodSource("rows")
  void areClassifiedAsDocumented(String exception, String outcome)
      throws ReflectiveOperationException {
    Throwable failure = type(exception).getConstructor(String.class).newInstance("message");
    String kind =
        SendFailures.outcome(failure)
            .fold(published -> "published", retry -> "sent again", rejected -> "parked");
    assertThat(kind).isEqualTo(outcome);
    assertThat(SendFailures.outcome(failure).toString()).contains("code=" + exception);
  }

  @Test
  void blameTheRecordForWhatMayBeTheClocksFaultAndGiveItUpForItsSizeOnly() {
    for (Exception failure :
        List.of(new InvalidRecordException("no"), new InvalidTimestampException("no"))) {
      assertThat(SendFailures.outcome(failure))
          .isEqualTo(new Retry(failure.getClass().getSimpleName(), "no", Retry.Reason.ENTRY));
      assertThat(SendFailures.leavesTheProducerUsable(failure)).isTrue();
    }
    assertThat(SendFailures.outcome(new RecordTooLargeException("no")))
        .isInstanceOf(Rejected.class);
  }

  @Test
  void sayWhatToDoWhereTheirOwnMessagesDoNot() {
    assertThat(SendFailures.outcome(new ClusterAuthorizationException("no")))
        .isEqualTo(
            new Retry(
                "ClusterAuthorizationException",
                "no; allow the relay IdempotentWrite on the cluster"
                    + " (MSK: kafka-cluster:Connect and kafka-cluster:WriteDataIdempotently)"));
    assertThat(SendFailures.outcome(new TopicAuthorizationException("no")))
        .isEqualTo(
            new Retry(
                "TopicAuthorizationException",
                "no; allow the relay Describe and Write on the topic"
                    + " (MSK: kafka-cluster:DescribeTopic and kafka-cluster:WriteData)"));
    assertThat(SendFailures.outcome(new SaslAuthenticationException("no")))
        .isEqualTo(
            new Retry(
                "SaslAuthenticationException",
                "no; correct the relay's credentials or certificate"));
  }

  @Test
  void nameTheCauseWhereThereIsNoProducer() {
    ConfigException cause = new ConfigException("no resolvable bootstrap urls");
    Retry expected = new Retry("ConfigException", "no resolvable bootstrap urls");

    assertThat(SendFailures.notConnected(new KafkaException("failed", cause))).isEqualTo(expected);
    assertThat(SendFailures.notConnected(cause)).isEqualTo(expected);
  }

  @Test
  void areShortenedWhereTheirMessagesAreLong() {
    assertThat(SendFailures.outcome(new TimeoutException("x".repeat(300))))
        .isEqualTo(new Retry("TimeoutException", "x".repeat(300)));
    assertThat(SendFailures.outcome(new TimeoutException("x".repeat(301))))
        .isEqualTo(new Retry("TimeoutException", "x".repeat(300) + "..."));
  }

  private static Class<? extends Throwable> type(String exception) throws ClassNotFoundException {
    String place = exception.equals("InvalidRecordException") ? "" : "errors.";
    return Class.forName("org.apache.kafka.common." + place + exception)
        .asSubclass(Throwable.class);
  }

  static List<Object[]> rows() throws IOException {
    String document = Files.readString(Path.of("../../docs/kafka.md"));
    List<MatchResult> rows = ROW.matcher(document).results().toList();
    assertThat(rows).hasSizeGreaterThan(5);
    return rows.stream().map(each -> new Object[] {each.group(1), each.group(2)}).toList();
  }
}
