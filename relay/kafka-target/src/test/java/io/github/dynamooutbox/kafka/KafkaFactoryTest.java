package io.github.dynamooutbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaFactoryTest {
  @Test
  void isFoundByItsType() {
    TargetConfig target =
        config("\"bootstrapServers\": [\"b-1.example.com:9094\"], \"topic\": \"orders\"")
            .targets()
            .iterator()
            .next();
    assertThat(target.name()).isEqualTo("log");
    assertThat(target.limits().maxEntries()).isEqualTo(500);
  }

  @Test
  void reportsAllProblemsTogether() {
    assertThatThrownBy(() -> config("\"topik\": \"x\", \"ordered\": false, \"maxEntries\": 501"))
        .hasMessageContaining("targets.log.bootstrapServers: is missing: list brokers as host:port")
        .hasMessageContaining("targets.log.topic: is missing: name the topic")
        .hasMessageContaining("targets.log.topik: unknown key; did you mean \"topic\"?")
        .hasMessageContaining("targets.log.ordered: false is impossible: a Kafka topic")
        .hasMessageContaining("targets.log.maxEntries: 501 must be a whole number");
  }

  @Test
  void acceptsNoServerWithoutAPortAndNoTopicThatKafkaRefuses() {
    assertThatThrownBy(() -> config("\"bootstrapServers\": [\"b-1\"], \"topic\": \"..\""))
        .hasMessageContaining("a host with a port")
        .hasMessageContaining("a topic's name");
  }

  @Test
  void acceptsCredentialsByReferenceAndWithEncryptionOnly() {
    assertThatThrownBy(
            () ->
                config(
                    """
                    "bootstrapServers": ["b:9096"], "topic": "t", "tls": false,
                    "authentication": {"mechanism": "plain", "password": "hunter2"}
                    """))
        .hasMessageContaining("targets.log.tls: false is impossible with this mechanism")
        .hasMessageContaining("targets.log.authentication.password: unknown key")
        .hasMessageContaining("targets.log.authentication.credentialsParameter: is missing")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void needsPermissionsOnItsClusterAndTopicWithIam() {
    String arn = "arn:aws:kafka:eu-west-1:111122223333:cluster/orders/0a1b";
    TargetConfig target =
        config(
                """
                "bootstrapServers": ["b:9098"], "topic": "t",
                "authentication": {"mechanism": "iam", "clusterArn": "%s"}
                """
                    .formatted(arn))
            .targets()
            .iterator()
            .next();
    assertThat(target.rights(AwsPlace.of(arn)))
        .extracting(TargetRight::resource)
        .containsExactly(arn, "arn:aws:kafka:eu-west-1:111122223333:topic/orders/0a1b/t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arn:aws:kafka:eu-west-1 | b-1.orders.abc.c2.kafka.eu-central-1.amazonaws.com:9098"
            + " | is in region eu-west-1, but broker b-1.orders.abc.c2.kafka.eu-central-1",
        "arn:aws:kafka:us-west-2 | boot-1a.c1.kafka-serverless.us-east-1.amazonaws.com:9098"
            + " | is in region us-west-2, but broker boot-1a.c1",
        "arn:aws-cn:kafka:cn-north-1 | b-1.o.abc.c2.kafka.cn-northwest-1.amazonaws.com.cn:9098"
            + " | is in region cn-north-1, but broker",
        "arn:aws:kafka:cn-north-1 | b-1.o.abc.c2.kafka.cn-north-1.amazonaws.com.cn:9098"
            + " | is in partition aws, but region cn-north-1 is in aws-cn; begin with arn:aws-cn:",
        "arn:aws-us-gov:kafka:eu-west-1 | broker.example.com:9098"
            + " | is in partition aws-us-gov, but region eu-west-1 is in aws; begin with arn:aws:"
      })
  void refusesAClusterInAnotherPlaceThanItsBrokers(String begin, String broker, String problem) {
    assertThatThrownBy(() -> withCluster(begin, broker))
        .hasMessageContaining("targets.log.authentication.clusterArn: " + problem);
  }

  @ParameterizedTest
  @CsvSource({
    "arn:aws:kafka:eu-west-1, b-1.orders.abc.c2.kafka.eu-west-1.amazonaws.com:9098",
    "arn:aws:kafka:us-west-2, BOOT-1a.c1.kafka-serverless.US-WEST-2.amazonaws.com:9098",
    "arn:aws-cn:kafka:cn-north-1, b-1.o.abc.c2.kafka.cn-north-1.amazonaws.com.cn:9098",
    "arn:aws-us-gov:kafka:us-gov-west-1, b-1.o.abc.c2.kafka.us-gov-west-1.amazonaws.com:9098",
    "arn:aws:kafka:eu-west-1, broker.example.com:9098"
  })
  void acceptsAClusterInTheSamePlaceAsItsBrokers(String begin, String broker) {
    assertThat(withCluster(begin, broker).targets()).hasSize(1);
  }

  private static RelayConfig withCluster(String begin, String broker) {
    return config(
        """
        "bootstrapServers": ["%s"], "topic": "t",
        "authentication": {"mechanism": "iam",
          "clusterArn": "%s:111122223333:cluster/orders/0a1b"}
        """
            .formatted(broker, begin));
  }

  @Test
  void needsPermissionsToReadItsSecretAndUseItsKey() {
    String key = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd";
    TargetConfig target =
        config(
                """
                "bootstrapServers": ["b:9096"], "topic": "t",
                "authentication": {"mechanism": "scram-sha-512", "kmsKeyArn": "%s",
                  "credentialsParameter": "/aws/reference/secretsmanager/AmazonMSK_orders"}
                """
                    .formatted(key))
            .targets()
            .iterator()
            .next();
    String place = "eu-west-1:111122223333:";
    assertThat(target.rights(AwsPlace.of(key)))
        .containsExactly(
            new TargetRight(
                List.of("ssm:GetParameter"),
                "arn:aws:ssm:" + place + "parameter/aws/reference/secretsmanager/AmazonMSK_orders"),
            new TargetRight(
                List.of("secretsmanager:GetSecretValue"),
                "arn:aws:secretsmanager:" + place + "secret:AmazonMSK_orders-??????"),
            new TargetRight(List.of("kms:Decrypt"), key));
  }

  @Test
  void acceptsACertificateByReferenceAndOverTlsOnly() {
    assertThatThrownBy(
            () ->
                config(
                    """
                    "bootstrapServers": ["b:9094"], "topic": "t", "tls": false,
                    "authentication": {"mechanism": "tls", "credentialsParameter": "/orders/log",
                      "credentialsVariable": "LOG"}
                    """))
        .hasMessageContaining("targets.log.tls: false is impossible with this mechanism")
        .hasMessageContaining(
            "targets.log.authentication.credentialsVariable: is given together with"
                + " credentialsParameter");
  }

  @Test
  void acceptsAKeyOnlyForAParameter() {
    assertThatThrownBy(
            () ->
                config(
                    """
                    "bootstrapServers": ["b:9094"], "topic": "t",
                    "authentication": {"mechanism": "tls", "credentialsVariable": "LOG",
                      "kmsKeyArn": "arn:aws:kms:eu-west-1:111122223333:key/a"}
                    """))
        .hasMessageContaining("targets.log.authentication.kmsKeyArn: is the key of");
  }

  @Test
  void declaresEachKey() {
    assertThat(new KafkaFactory().keys().keys())
        .<String>extracting(Key::name)
        .containsExactlyInAnyOrder(
            "bootstrapServers",
            "topic",
            "tls",
            "authentication",
            "securityGroupId",
            "ordered",
            "envelope",
            "maxEntries",
            "maxInFlight",
            "maxEntryBytes",
            "maxRequestBytes");
  }

  private static RelayConfig config(String keys) {
    return RelayConfig.parse(
        """
        {"table": {"name": "orders"}, "targets": {"log": {"type": "kafka", %s}},
         "routes": [{"to": ["log"]}]}
        """
            .formatted(keys));
  }
}
