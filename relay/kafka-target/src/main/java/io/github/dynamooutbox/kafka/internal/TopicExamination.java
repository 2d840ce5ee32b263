package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.TargetFindings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Examines whether a topic accepts and keeps what the relay would send. Sends nothing. */
record TopicExamination(KafkaConfig config, TargetFindings findings) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  void run() {
    try (Admin admin = new KafkaSettings(config, PATIENCE).admin()) {
      admin
          .describeTopics(List.of(config.topic()))
          .allTopicNames()
          .get()
          .values()
          .forEach(this::topic);
      settings(TopicSettings.of(admin, config.topic()));
    } catch (ExecutionException e) {
      failed(e.getCause() == null ? e : e.getCause());
    } catch (KafkaException e) {
      failed(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      findings.unchecked("was not examined: interrupted", "run the examination again");
    }
  }

  private void topic(TopicDescription topic) {
    int replicas =
        topic.partitions().stream().mapToInt(each -> each.replicas().size()).min().orElse(0);
    findings.fine(
        "is there: topic %s with %d partitions of %d replicas"
            .formatted(topic.name(), topic.partitions().size(), replicas));
    if (replicas < 2) {
      findings.advise(
          "has one replica: if its disk fails, acknowledged events are lost",
          "give the topic a replication factor of 3");
    }
  }

  private void settings(Config settings) {
    int bytes = TopicSettings.maxMessageBytes(settings);
    if (bytes < Math.min(KafkaConfig.DEFAULT_BYTES, config.sending().maxEntryBytes())) {
      findings.wrong(
          "accepts %d bytes (max.message.bytes), less than Kafka's default: a larger event would be refused"
              .formatted(bytes),
          "raise the topic's max.message.bytes, or set maxEntryBytes to it so that the relay parks"
              + " such an event as TOO_LARGE without sending it");
    } else {
      findings.fine("accepts %d bytes (max.message.bytes)".formatted(bytes));
    }
    if (value(settings, TopicConfig.CLEANUP_POLICY_CONFIG).contains("compact")) {
      findings.advise(
          "is compacted (cleanup.policy): only the latest event of each aggregate is kept",
          "set cleanup.policy to delete, unless consumers need the latest event only");
    }
    String replicas = value(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    if (replicas.equals("1")) {
      findings.advise(
          "acknowledges with one replica in sync (min.insync.replicas): an acknowledged event may"
              + " be lost with its broker",
          "set min.insync.replicas to 2 with a replication factor of 3");
    } else {
      findings.fine("acknowledges with %s replicas in sync".formatted(replicas));
    }
  }

  private static String value(Config settings, String name) {
    return settings.get(name).value();
  }

  private void failed(Throwable cause) {
    String what = cause.getClass().getSimpleName() + ": " + cause.getMessage();
    if (cause instanceof UnknownTopicOrPartitionException) {
      findings.wrong(
          "does not exist: topic " + config.topic(), "create the topic, or correct its name");
    } else if (cause instanceof AuthenticationException) {
      findings.wrong("refuses the credentials (%s)".formatted(what), "correct the credentials");
    } else if (cause instanceof AuthorizationException) {
      findings.unchecked(
          "may not be described (%s)".formatted(what),
          "allow Describe and DescribeConfigs on the topic; the relay itself needs Describe, Write"
              + " and, before Kafka 3.0, IdempotentWrite on the cluster");
    } else {
      findings.unchecked(
          "cannot be reached at %s (%s)"
              .formatted(String.join(", ", config.cluster().bootstrapServers()), what),
          "correct bootstrapServers, or run this where the cluster can be reached");
    }
  }
}
