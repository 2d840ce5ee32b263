package io.github.dynamooutbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.target.AwsPlace;
import io.github.dynamooutbox.aws.target.TargetConfig;
import io.github.dynamooutbox.aws.target.TargetRight;
import java.util.List;
import org.junit.jupiter.api.Test;

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
  void reportsAllMistakesTogether() {
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
  void takesCredentialsByReferenceOnlyAndNotWithoutEncryption() {
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
  void asksForTheRightsOfItsClusterAndTopicWithIam() {
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

  @Test
  void takesNoClusterOfAnotherRegionThanItsBrokers() {
    String iam =
        """
        "bootstrapServers": ["%s"], "topic": "t",
        "authentication": {"mechanism": "iam",
          "clusterArn": "arn:aws:kafka:eu-west-1:111122223333:cluster/orders/0a1b"}
        """;
    String broker = "b-1.orders.x1y2z3.c2.kafka.us-east-1.amazonaws.com:9098";
    assertThatThrownBy(() -> config(iam.formatted(broker)))
        .hasMessageContaining(
            "targets.log.authentication.clusterArn: is in eu-west-1, but the broker "
                + broker
                + " is in us-east-1: correct one of them");
    assertThatThrownBy(
            () -> config(iam.formatted("boot-x1.c1.kafka-serverless.us-east-1.amazonaws.com:9098")))
        .hasMessageContaining("is in us-east-1");
    assertThat(config(iam.formatted(broker.replace("us-east-1", "eu-west-1"))).targets())
        .hasSize(1);
    assertThat(config(iam.formatted("kafka.internal.example.com:9098")).targets()).hasSize(1);
  }

  @Test
  void asksForTheRightsToReadItsSecretWithItsKey() {
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
  void takesACertificateByReferenceAndOverTlsOnly() {
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
            "targets.log.authentication.credentialsVariable: is the same as credentialsParameter");
  }

  @Test
  void takesAKeyOfAParameterOnly() {
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
  void describesEachKeyInItsSchema() throws JsonProcessingException {
    JsonNode properties = new JsonMapper().readTree(new KafkaFactory().schema()).path("properties");
    assertThat(properties.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "type",
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
