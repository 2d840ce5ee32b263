package io.github.dynamooutbox.kafka;

import io.github.dynamooutbox.aws.targets.SendingReader;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;
import io.github.dynamooutbox.kafka.internal.AuthenticationReader;
import io.github.dynamooutbox.kafka.internal.Cluster;
import io.github.dynamooutbox.kafka.internal.KafkaConfig;
import java.util.List;

/**
 * Reads targets of type {@code kafka}: topics of Amazon MSK, or of any other cluster that runs
 * Kafka 2.1 or later. Stateless.
 */
public final class KafkaFactory implements TargetFactory {
  private static final TextRule SERVER =
      TextRule.of(
          "[A-Za-z0-9._-]{1,255}:[0-9]{1,5}", "a host with a port: broker.example.com:9098");

  /** From Topic.java in Kafka's source: up to 249 characters, but not "." or "..". */
  private static final TextRule TOPIC =
      TextRule.of(
          "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}", "a topic's name: letters, digits, . _ and -");

  private static final TextRule GROUP =
      TextRule.of("sg-[a-z0-9]{1,64}", "a security group's id: sg-0123456789abcdef0");

  /** Kafka has no limit; this one bounds the memory of a request. */
  private static final int ENTRIES = 500;

  private static final int REQUEST_BYTES = 5 * 1024 * 1024;
  private static final int MOST_BYTES = 10 * 1024 * 1024;

  /** For {@link java.util.ServiceLoader}. */
  public KafkaFactory() {}

  @Override
  public String type() {
    return "kafka";
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    if (!fields.has("bootstrapServers")) {
      fields.missing("bootstrapServers", "list brokers as host:port");
    }
    List<String> servers = fields.texts("bootstrapServers", SERVER);
    if (!fields.has("topic")) {
      fields.missing("topic", "name the topic");
    }
    String topic = fields.text("topic", TOPIC).orElse("");
    boolean tls = fields.flag("tls").orElse(true);
    // Read only to be known: the infrastructure uses it.
    fields.text("securityGroupId", GROUP);
    return new KafkaConfig(
        name,
        topic,
        new Cluster(servers, tls, AuthenticationReader.read(fields, servers, tls)),
        SendingReader.of(fields, ENTRIES, MOST_BYTES, REQUEST_BYTES)
            .requestBytes(MOST_BYTES, REQUEST_BYTES)
            .resourceDecides(KafkaConfig.DEFAULT_BYTES)
            .alwaysOrdered("a Kafka topic")
            .read());
  }

  @Override
  public String schema() {
    return """
    {"type": "object", "additionalProperties": false,
     "required": ["type", "bootstrapServers", "topic"],
     "properties": {
       "type": {"const": "kafka"},
       "bootstrapServers": {"description": "The first brokers to connect to.", "type": "array",
         "minItems": 1,
         "items": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,255}:[0-9]{1,5}$"}},
       "topic": {"description": "The topic, which must exist.", "type": "string",
         "pattern": "^(?!\\\\.{1,2}$)[A-Za-z0-9._-]{1,249}$"},
       "tls": {"description": "Whether connections are encrypted.", "type": "boolean",
         "default": true},
       "authentication": {"type": "object", "additionalProperties": false,
         "description": "How the relay authenticates. Default: it does not.",
         "required": ["mechanism"],
         "properties": {
           "mechanism": {"enum": ["iam", "plain", "scram-sha-256", "scram-sha-512", "tls"]},
           "clusterArn": {"description": "With iam: the cluster.", "type": "string",
             "pattern": "^arn:aws[a-z-]*:kafka:[a-z0-9-]+:[0-9]{12}:cluster/[^/]+/[^/]+$"},
           "credentialsVariable": {
             "description": "Environment variable that contains the credentials as JSON.",
             "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,127}$"},
           "credentialsParameter": {
             "description": "Systems Manager parameter or Secrets Manager secret that contains them.",
             "type": "string", "pattern": "^/?[A-Za-z0-9/_+=.@-]{1,1000}$"},
           "kmsKeyArn": {"description": "The customer key that encrypts the parameter or secret.",
             "type": "string",
             "pattern": "^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$"}}},
       "securityGroupId": {
         "description": "The brokers' security group, to which the stack adds rules for the relay.",
         "x-reader": "infrastructure", "type": "string", "pattern": "^sg-[a-z0-9]{1,64}$"},
       "ordered": {"const": true},
       "envelope": {"$ref": "#/$defs/envelope"},
       "maxEntries": {"type": "integer", "minimum": 1, "maximum": 500, "default": 500},
       "maxInFlight": {"$ref": "#/$defs/maxInFlight"},
       "maxEntryBytes": {
         "description": "Maximum size of a record with its batch. The topic's max.message.bytes applies as well.",
         "type": "integer", "minimum": 1024, "maximum": 10485760, "default": 5242880},
       "maxRequestBytes": {"type": "integer", "minimum": 1024, "maximum": 10485760,
         "default": 5242880}}}
    """;
  }
}
