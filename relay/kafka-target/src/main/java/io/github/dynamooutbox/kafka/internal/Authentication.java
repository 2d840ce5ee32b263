package io.github.dynamooutbox.kafka.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/** How the relay authenticates to a cluster. */
public sealed interface Authentication {
  /**
   * Settings for Kafka's clients. Credentials are read again for each client.
   *
   * @throws org.apache.kafka.common.config.ConfigException if credentials cannot be read or are
   *     incomplete
   */
  Map<String, Object> settings();

  /** Whether it uses SASL. */
  boolean sasl();

  /** The permissions that the relay needs in AWS. */
  List<TargetRight> rights(String topic, AwsPlace place);

  /** For a cluster that restricts access by network only. */
  record NoAuthentication() implements Authentication {
    @Override
    public Map<String, Object> settings() {
      return Map.of();
    }

    @Override
    public boolean sasl() {
      return false;
    }

    @Override
    public List<TargetRight> rights(String topic, AwsPlace place) {
      return List.of();
    }
  }

  /**
   * Amazon MSK with IAM: authenticates with the relay's own role. Needs AWS's library ({@code
   * aws-msk-iam-auth}) on the class path.
   *
   * @param clusterArn of the cluster
   */
  record IamRole(String clusterArn) implements Authentication {
    private static final String PACKAGE = "software.amazon.msk.auth.iam.";

    @Override
    public Map<String, Object> settings() {
      return Map.of(
          SaslConfigs.SASL_MECHANISM,
          "AWS_MSK_IAM",
          SaslConfigs.SASL_JAAS_CONFIG,
          PACKAGE + "IAMLoginModule required;",
          SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS,
          PACKAGE + "IAMClientCallbackHandler");
    }

    @Override
    public boolean sasl() {
      return true;
    }

    /** Amazon MSK developer guide, "Semantics of IAM authorization policy actions". */
    @Override
    public List<TargetRight> rights(String topic, AwsPlace place) {
      String topicArn = clusterArn.replaceFirst(":cluster/", ":topic/") + "/" + topic;
      return List.of(
          new TargetRight(
              List.of("kafka-cluster:Connect", "kafka-cluster:WriteDataIdempotently"), clusterArn),
          new TargetRight(
              List.of(
                  "kafka-cluster:DescribeTopic",
                  "kafka-cluster:DescribeTopicDynamicConfiguration",
                  "kafka-cluster:WriteData"),
              topicArn));
    }
  }

  /**
   * User name and password, as {@code username} and {@code password}, the form in which MSK expects
   * them in Secrets Manager.
   *
   * @param mechanism the SASL mechanism, by Kafka's name
   */
  record PasswordReference(String mechanism, Credentials credentials) implements Authentication {
    @Override
    public Map<String, Object> settings() {
      JsonNode found = credentials.read(List.of("username", "password"));
      String module =
          mechanism.equals("PLAIN") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
      Map<String, Object> settings = new HashMap<>(CertificateReference.trusted(found));
      settings.put(SaslConfigs.SASL_MECHANISM, mechanism);
      settings.put(
          SaslConfigs.SASL_JAAS_CONFIG,
          "org.apache.kafka.common.security.%s required username=%s password=%s;"
              .formatted(module, quoted(found.path("username")), quoted(found.path("password"))));
      return settings;
    }

    private static String quoted(JsonNode value) {
      return '"' + value.asText().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public boolean sasl() {
      return true;
    }

    @Override
    public List<TargetRight> rights(String topic, AwsPlace place) {
      return credentials.rights(place);
    }
  }

  /**
   * A client certificate: its chain as {@code certificate} and its PKCS #8 key as {@code
   * privateKey}, both in PEM.
   */
  record CertificateReference(Credentials credentials) implements Authentication {
    private static final String PEM = "PEM";

    @Override
    public Map<String, Object> settings() {
      JsonNode found = credentials.read(List.of("certificate", "privateKey"));
      Map<String, Object> settings = new HashMap<>(trusted(found));
      settings.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, PEM);
      settings.put(
          SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, found.path("certificate").asText());
      settings.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, found.path("privateKey").asText());
      return settings;
    }

    /** The optional certificate authorities of a cluster, in PEM, as a trust store. */
    static Map<String, Object> trusted(JsonNode credentials) {
      return credentials.path("authorities").isTextual()
          ? Map.of(
              SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG,
              PEM,
              SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG,
              credentials.path("authorities").asText())
          : Map.of();
    }

    @Override
    public boolean sasl() {
      return false;
    }

    @Override
    public List<TargetRight> rights(String topic, AwsPlace place) {
      return credentials.rights(place);
    }
  }
}
