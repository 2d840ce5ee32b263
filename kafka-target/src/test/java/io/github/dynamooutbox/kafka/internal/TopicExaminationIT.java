package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.target.EnvelopeForm;
import io.github.dynamooutbox.aws.target.Sending;
import io.github.dynamooutbox.aws.target.TargetFindings;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is found out about the topics of a real broker. */
class TopicExaminationIT {
  private final Findings found = new Findings();

  @Test
  void findsWhatIsWrongWithATopic() {
    String topic =
        SharedBroker.TOPICS.create(
            3, Map.of("max.message.bytes", "65536", "cleanup.policy", "compact"));
    examine(topic);
    assertThat(found.all)
        .anyMatch(each -> each.startsWith("fine: is there: topic " + topic + " with 3 partitions"))
        .anyMatch(each -> each.startsWith("advise: has one replica"))
        .anyMatch(each -> each.startsWith("wrong: takes 65536 bytes (max.message.bytes)"))
        .anyMatch(each -> each.startsWith("advise: is compacted (cleanup.policy)"))
        .anyMatch(each -> each.contains("(min.insync.replicas)"));
    found.all.clear();
    examine(SharedBroker.TOPICS.create(1, Map.of()));
    assertThat(found.all).contains("fine: takes 1048588 bytes (max.message.bytes)");
    found.all.clear();
    examine("missing");
    assertThat(found.all).containsExactly("wrong: does not exist: topic missing");
  }

  private void examine(String topic) {
    Sending sending =
        new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(500, 1 << 20, 8), 1 << 20);
    Cluster cluster =
        new Cluster(List.of(SharedBroker.BROKER.bootstrapServer()), false, new NoAuthentication());
    new KafkaConfig("log", topic, cluster, sending).examine(found);
  }

  private static final class Findings implements TargetFindings {
    final List<String> all = new ArrayList<>();

    @Override
    public void fine(String fact) {
      all.add("fine: " + fact);
    }

    @Override
    public void advise(String fact, String remedy) {
      all.add("advise: " + fact);
    }

    @Override
    public void unchecked(String fact, String remedy) {
      all.add("unchecked: " + fact);
    }

    @Override
    public void wrong(String fact, String remedy) {
      all.add("wrong: " + fact);
    }

    @Override
    public void look(String right, Runnable look) {
      look.run();
    }
  }
}
