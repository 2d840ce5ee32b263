package io.github.dynamooutbox.aws.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Configuration to targets, with clients that find endpoint and credentials by themselves. */
class AwsTargetsIT {
  private static final String BUS = AwsUnderTest.unique("bus");

  private final CloudUnderTest aws = CloudUnderTest.open();
  private final Map<String, String> settings = AwsUnderTest.properties(aws.endpoint());

  @BeforeEach
  void aimClients() {
    settings.forEach(System::setProperty);
  }

  @AfterEach
  void close() {
    settings.keySet().forEach(System::clearProperty);
    aws.close();
  }

  @Test
  void eachConfiguredTargetReachesItsService() {
    aws.createBus(BUS);
    String topic = aws.createTopic(AwsUnderTest.unique("news"));
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"bus": {"type": "eventbridge", "busName": "%s"},
                         "audit": {"type": "kinesis", "streamName": "missing"},
                         "news": {"type": "sns",
                                  "topicArn": "%s-missing"}},
             "relay": {"callTimeoutMillis": 25000},
             "routes": [{"to": ["bus", "audit", "news"]}]}
            """
                .formatted(BUS, topic));
    try (AwsTargets targets = AwsTargets.open(config, Runnable::run, InstantSource.system())) {
      assertThat(targets.all()).extracting(Target::name).containsExactly("bus", "audit", "news");
      assertThat(publish(targets.all().get(0))).isEqualTo(BatchOutcome.all(1, Published.INSTANCE));
      assertThat(retryCode(publish(targets.all().get(1)))).isEqualTo("ResourceNotFoundException");
      assertThat(retryCode(publish(targets.all().get(2)))).isEqualTo("NotFound");
    }
    assertThat(aws.events(BUS, 1)).hasSize(1);
    assertThat(AwsTargets.threads(config)).isEqualTo(24);
  }

  @Test
  void aTopicWithoutArnIsRefusedAtTheStart() {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"news": {"type": "sns", "topicName": "news"}},
             "routes": [{"to": ["news"]}]}
            """);
    assertThatThrownBy(() -> AwsTargets.open(config, Runnable::run, InstantSource.system()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("targets.news.topicArn: is missing");
  }

  private static <E extends Entry> BatchOutcome publish(Target<E> target) {
    Prepared<E> prepared = target.prepare(Samples.plain().envelope());
    E entry = ((Prepared.Ready<E>) prepared).entry();
    return target.publish(List.of(entry)).toCompletableFuture().join();
  }

  private static String retryCode(BatchOutcome outcome) {
    return ((Retry) ((BatchOutcome.PerEntry) outcome).outcomes().get(0)).code();
  }
}
