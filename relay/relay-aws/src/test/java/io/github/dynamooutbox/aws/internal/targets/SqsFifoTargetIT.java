package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

class SqsFifoTargetIT extends SqsContract {
  SqsFifoTargetIT() {
    super(".fifo", true);
  }

  @Test
  void theGroupIsTheAggregate() {
    assertThat(publish(target(queue), Samples.plain())).isEqualTo(published());
    assertThat(groups(1)).containsExactly("Order#42");
  }

  @Test
  void anEventThatIsSentAgainArrivesOnce() {
    SqsTarget target = target(queue);
    assertThat(publish(target, Samples.plain())).isEqualTo(published());
    assertThat(publish(target, Samples.plain())).isEqualTo(published());
    assertThat(queues.take(queue, 2)).hasSize(1);
  }

  @Test
  void anyAggregateHasAGroupOfItsOwn() {
    List<Samples> samples = Samples.ofAwkwardAggregates();
    SqsTarget target = target(queue);
    for (Samples sample : samples) {
      assertThat(publish(target, sample)).isEqualTo(published());
    }
    assertThat(groups(samples.size())).hasSize(samples.size()).doesNotHaveDuplicates();
  }

  private List<String> groups(int atMost) {
    return queues.take(queue, atMost).stream()
        .map(message -> message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID))
        .toList();
  }
}
