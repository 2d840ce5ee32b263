package io.github.dynamooutbox.aws.internal.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnsFifoTargetIT extends SnsContract {
  SnsFifoTargetIT() {
    super(".fifo");
  }

  @Override
  Map<String, String> topicAttributes() {
    return Map.of("FifoTopic", "true");
  }

  @Override
  List<String> keys() {
    return accepted().stream().map(message -> message.groupId().orElseThrow()).toList();
  }

  @Test
  void theGroupIsTheAggregate() {
    publish(target(), List.of(Samples.plain()));
    assertThat(accepted()).hasSize(1);
    assertThat(accepted().get(0).groupId()).contains("Order#42");
  }

  @Test
  void anEventThatIsSentAgainArrivesOnce() {
    assertThat(publish(target(), List.of(Samples.plain()))).isEqualTo(published(1));
    assertThat(publish(target(), List.of(Samples.plain()))).isEqualTo(published(1));
    assertThat(accepted()).hasSize(1);
  }
}
