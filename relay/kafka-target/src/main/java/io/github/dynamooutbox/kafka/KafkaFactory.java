package io.github.dynamooutbox.kafka;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.kafka.internal.AuthenticationReader;
import io.github.dynamooutbox.kafka.internal.Cluster;
import io.github.dynamooutbox.kafka.internal.KafkaConfig;
import java.util.List;
import java.util.Optional;

/**
 * Reads targets of type {@code kafka}: topics of Amazon MSK, or of any other cluster that runs
 * Kafka 2.1 or later. Stateless.
 */
public final class KafkaFactory implements TargetFactory {
  /** Kafka has no limit; this one bounds the memory of a request. */
  private static final int ENTRIES = 500;

  private static final int REQUEST_BYTES = 5 * 1024 * 1024;
  private static final int MOST_BYTES = 10 * 1024 * 1024;

  private static final Section KEYS = Section.of("A Kafka topic.");

  private static final Key<List<String>> SERVERS =
      KEYS.add(
          Key.texts(
                  "bootstrapServers",
                  TextRule.of(
                      "([A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}\\]):"
                          + "(?!0|6553[6-9]|655[4-9].|65[6-9]..|6[6-9]...|[7-9]....)[0-9]{1,5}",
                      "a host with a port from 1 to 65535: broker.example.com:9098"))
              .required("list brokers as host:port")
              .about("The first brokers to connect to, as `host:port`."));

  /** From Topic.java in Kafka's source: up to 249 characters, but not "." or "..". */
  private static final Key<String> TOPIC =
      KEYS.add(
          Key.text(
                  "topic",
                  TextRule.of(
                      "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}",
                      "a topic's name: letters, digits, . _ and -"))
              .required("name the topic")
              .about("The topic, which must exist."));

  private static final Key<Boolean> ENCRYPTED = KEYS.add(AuthenticationReader.ENCRYPTED);

  private static final Key<Section> AUTHENTICATION =
      KEYS.add(Key.section("authentication", AuthenticationReader.KEYS));

  private static final Key<String> GROUP =
      KEYS.add(
          Key.text("securityGroupId", TextRule.idOf("sg", "a security group's id"))
              .readBy(Key.Reader.INFRASTRUCTURE)
              .about("The brokers' security group, to which the stack adds rules for the relay."));

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              SendingKeys.maxEntryBytes(MOST_BYTES, REQUEST_BYTES)
                  .about(
                      "Maximum size of a record with its batch, in bytes. The topic's"
                          + " `max.message.bytes` applies as well."))
          .requestBytes(MOST_BYTES, REQUEST_BYTES)
          .resourceDecides(KafkaConfig.DEFAULT_BYTES)
          .alwaysOrdered("a Kafka topic")
          .in(KEYS);

  /** For {@link java.util.ServiceLoader}. */
  public KafkaFactory() {}

  @Override
  public String type() {
    return "kafka";
  }

  @Override
  public Section keys() {
    return KEYS;
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("kafka-target");
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    List<String> servers = fields.find(SERVERS).orElse(List.of());
    String topic = fields.find(TOPIC).orElse("");
    boolean tls = fields.get(ENCRYPTED);
    // For the infrastructure.
    fields.find(GROUP);
    return new KafkaConfig(
        name,
        topic,
        new Cluster(
            servers,
            tls,
            AuthenticationReader.read(fields, fields.within(AUTHENTICATION), servers, tls)),
        SENDING.read(fields));
  }
}
