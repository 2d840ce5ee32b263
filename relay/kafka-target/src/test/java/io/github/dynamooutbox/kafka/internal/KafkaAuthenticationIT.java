package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.kafka.internal.Authentication.IamRole;
import io.github.dynamooutbox.kafka.internal.Authentication.PasswordReference;
import io.github.dynamooutbox.localaws.LocalKafka;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a broker that requires a password and has access control lists. */
class KafkaAuthenticationIT {
  private static final String ADMIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required"
          + " username=\"admin\" password=\"a\"";
  private static final String USER = "listener.name.plaintext.scram-sha-512.sasl.jaas.config";

  private static LocalKafka broker;

  @BeforeAll
  static void start() throws ExecutionException, InterruptedException {
    broker =
        LocalKafka.start(
            Map.of(
                "listener.security.protocol.map",
                "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                "sasl.enabled.mechanisms",
                "PLAIN,SCRAM-SHA-512",
                "sasl.mechanism.inter.broker.protocol",
                "PLAIN",
                "listener.name.plaintext.plain.sasl.jaas.config",
                ADMIN + " user_admin=\"a\";",
                USER,
                "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users",
                "User:admin;User:ANONYMOUS"));
    try (Admin admin =
        Admin.create(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServer(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                ADMIN + ";"))) {
      UserScramCredentialAlteration relay =
          new UserScramCredentialUpsertion(
              "relay",
              new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096),
              "with \"quotes\"");
      admin.alterUserScramCredentials(List.of(relay)).all().get();
      admin
          .createTopics(
              List.of(
                  new NewTopic("allowed", 1, (short) 1), new NewTopic("forbidden", 1, (short) 1)))
          .all()
          .get();
      ResourcePattern topic =
          new ResourcePattern(ResourceType.TOPIC, "allowed", PatternType.LITERAL);
      AccessControlEntry write =
          new AccessControlEntry("User:relay", "*", AclOperation.WRITE, AclPermissionType.ALLOW);
      admin.createAcls(List.of(new AclBinding(topic, write))).all().get();
      awaitKnown(admin);
    }
  }

  /** Waits: the broker learns of the users a moment after the controller has created them. */
  private static void awaitKnown(Admin admin) throws ExecutionException, InterruptedException {
    Instant end = Instant.now().plusSeconds(60);
    while (admin.describeAcls(AclBindingFilter.ANY).values().get().isEmpty()
        || admin.describeUserScramCredentials().users().get().isEmpty()) {
      assertThat(Instant.now()).as("until the broker knows its users").isBefore(end);
      Thread.sleep(20);
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void publishesWithThePasswordInTheVariable() throws InterruptedException {
    assertThat(publish("allowed", "OUTBOX_TEST_KAFKA"))
        .isEqualTo(BatchOutcome.all(1, Published.INSTANCE));
  }

  @Test
  void retriesWhatItMayNotWrite() throws InterruptedException {
    assertThat(publish("forbidden", "OUTBOX_TEST_KAFKA").toString())
        .contains("Retry[code=TopicAuthorizationException")
        .contains("allow the relay Describe and Write on the topic");
  }

  @Test
  void retriesWithoutQuotingTheSecretIfThePasswordIsWrong() throws InterruptedException {
    assertThat(publish("allowed", "OUTBOX_TEST_KAFKA_WRONG").toString())
        .contains("Retry[code=SaslAuthenticationException")
        .doesNotContain("wrong");
  }

  /** AWS's library is found and used. This broker does not support IAM. */
  @Test
  void usesTheLibraryOfAwsForIam() throws InterruptedException {
    assertThat(
            publish("allowed", new IamRole("arn:aws:kafka:eu-west-1:111122223333:cluster/a/b"))
                .toString())
        .contains("Retry[code=UnsupportedSaslMechanismException")
        .contains("AWS_MSK_IAM");
  }

  private static BatchOutcome publish(String topic, String variable) throws InterruptedException {
    return publish(
        topic, new PasswordReference("SCRAM-SHA-512", new Credentials.InVariable(variable)));
  }

  private static BatchOutcome publish(String topic, Authentication authentication)
      throws InterruptedException {
    Sending sending =
        new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(500, 1 << 20, 8), 1 << 20);
    Cluster cluster = new Cluster(List.of(broker.bootstrapServer()), false, authentication);
    KafkaSettings settings =
        new KafkaSettings(new KafkaConfig("log", topic, cluster, sending), Duration.ofSeconds(20));
    try (ProducerLink link = new ProducerLink(settings::producer)) {
      KafkaEntry entry = KafkaEntry.structured("key", "{}".getBytes(StandardCharsets.UTF_8));
      return new ProduceRequest(topic, link.producer().orElseThrow(), link).send(List.of(entry));
    }
  }
}
