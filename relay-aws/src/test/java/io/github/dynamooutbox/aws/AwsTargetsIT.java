package io.github.dynamooutbox.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.localaws.stub.AwsStub;
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
  private final AwsStub stub = AwsStub.start();
  private final Map<String, String> settings =
      Map.of(
          "aws.endpointUrl",
          stub.endpoint().toString(),
          "aws.region",
          stub.region(),
          "aws.accessKeyId",
          "local",
          "aws.secretAccessKey",
          "local");

  @BeforeEach
  void aimClients() {
    settings.forEach(System::setProperty);
  }

  @AfterEach
  void close() {
    settings.keySet().forEach(System::clearProperty);
    stub.close();
  }

  @Test
  void eachConfiguredTargetReachesItsService() {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"bus": {"type": "eventbridge", "busName": "default"},
                         "audit": {"type": "kinesis", "streamName": "missing"},
                         "news": {"type": "sns",
                                  "topicArn": "arn:aws:sns:us-east-1:000000000000:missing"}},
             "routes": [{"to": ["bus", "audit", "news"]}]}
            """);
    try (AwsTargets targets = AwsTargets.open(config, Runnable::run, InstantSource.system())) {
      assertThat(targets.all()).extracting(Target::name).containsExactly("bus", "audit", "news");
      assertThat(publish(targets.all().get(0))).isEqualTo(BatchOutcome.all(1, Published.INSTANCE));
      assertThat(retryCode(publish(targets.all().get(1)))).isEqualTo("ResourceNotFoundException");
      assertThat(retryCode(publish(targets.all().get(2)))).isEqualTo("NotFound");
    }
    assertThat(stub.eventBridge().accepted("default")).hasSize(1);
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
