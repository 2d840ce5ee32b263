package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.kafka.internal.Authentication.NoAuthentication;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examination of topics on a real broker. */
class TopicExaminationIT {
  @Test
  void findsWhatIsWrongWithATopic() {
    String topic =
        SharedBroker.TOPICS.create(
            3, Map.of("max.message.bytes", "65536", "cleanup.policy", "compact"));
    assertThat(examined(topic))
        .anyMatch(each -> each.startsWith("FINE: is there: topic " + topic + " with 3 partitions"))
        .anyMatch(each -> each.startsWith("ADVICE: has one replica"))
        .anyMatch(each -> each.startsWith("WRONG: accepts 65536 bytes (max.message.bytes)"))
        .anyMatch(each -> each.startsWith("ADVICE: is compacted (cleanup.policy)"))
        .anyMatch(each -> each.contains("(min.insync.replicas)"));
    assertThat(examined(SharedBroker.TOPICS.create(1, Map.of())))
        .contains("FINE: accepts 1048588 bytes (max.message.bytes)");
    assertThat(examined("missing")).containsExactly("WRONG: does not exist: topic missing");
  }

  private static List<String> examined(String topic) {
    Sending sending =
        new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(500, 1 << 20, 8), 1 << 20);
    Cluster cluster =
        new Cluster(List.of(SharedBroker.BROKER.bootstrapServer()), false, new NoAuthentication());
    Examination examination = new Examination();
    new KafkaConfig("log", topic, cluster, sending).examine(examination.about("log"));
    return examination.findings().stream()
        .map(finding -> finding.verdict() + ": " + finding.fact())
        .toList();
  }
}
