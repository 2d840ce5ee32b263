package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Standard queues and topics can be told the tenant, so that none delays the others. */
class TenantGroupsTest {
  private static final SqsClient SQS =
      new SqsClient() {
        @Override
        public String serviceName() {
          return "sqs";
        }

        @Override
        public void close() {}
      };

  private static final SnsClient SNS =
      new SnsClient() {
        @Override
        public String serviceName() {
          return "sns";
        }

        @Override
        public void close() {}
      };

  private static Object config(String target) {
    return RelayConfig.parse(
            """
            {"table": {"name": "orders"}, "targets": {"t": {%s}}, "routes": [{"to": ["t"]}]}
            """
                .formatted(target))
        .targets()
        .get(0);
  }

  private static String ofQueue(String more, Samples sample) {
    SqsConfig config = (SqsConfig) config("\"type\": \"sqs\", \"queueName\": \"work\"" + more);
    SqsTarget target = new SqsTarget(config, SQS, new LentHost(Runnable::run));
    return String.valueOf(ready(target.prepare(sample.envelope())).messageGroupId());
  }

  private static String ofTopic(Samples sample) {
    SnsConfig config =
        (SnsConfig)
            config(
                "\"type\": \"sns\", \"topicArn\": \"arn:aws:sns:eu-west-1:111122223333:news\","
                    + " \"tenantGroups\": true");
    SnsTarget target = new SnsTarget(config, SNS, new LentHost(Runnable::run));
    return String.valueOf(ready(target.prepare(sample.envelope())).messageGroupId());
  }

  private static <R> R ready(Prepared<AwsEntry<R>> prepared) {
    return ((Prepared.Ready<AwsEntry<R>>) prepared).entry().request();
  }

  private static Samples of(String tenant) {
    return Samples.plain().headers(Map.of("tenant", tenant));
  }

  @Test
  void areOffByDefault() {
    assertThat(ofQueue("", of("acme"))).isEqualTo("null");
  }

  @Test
  void areTheTenantOrItsHashWhereItCannotBeAGroup() {
    assertThat(ofQueue(", \"tenantGroups\": true", of("acme"))).isEqualTo("acme");
    assertThat(ofQueue(", \"tenantGroups\": true", of("a b"))).matches("[0-9a-f]{64}");
    assertThat(ofQueue(", \"tenantGroups\": true", of("x".repeat(129)))).matches("[0-9a-f]{64}");
    assertThat(ofTopic(of("acme"))).isEqualTo("acme");
  }

  @Test
  void areNoneForAnEventWithoutATenant() {
    assertThat(ofQueue(", \"tenantGroups\": true", Samples.plain())).isEqualTo("null");
  }

  @Test
  void cannotBeThoseOfAFifoQueue() {
    assertThatThrownBy(
            () -> config("\"type\": \"sqs\", \"queueName\": \"work.fifo\", \"tenantGroups\": true"))
        .hasMessageContaining(
            "targets.t.tenantGroups: true is impossible: groups of FIFO are the aggregates");
  }
}
