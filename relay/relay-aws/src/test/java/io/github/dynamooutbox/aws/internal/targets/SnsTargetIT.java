package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnsTargetIT extends SnsContract {
  SnsTargetIT() {
    super("");
  }

  @Override
  List<String> keys(int atLeast) {
    return List.of();
  }

  @Test
  void aStandardTopicGetsNoGroup() {
    publish(target(), List.of(Samples.plain()));
    AcceptedMessage message = accepted(1).get(0);
    assertThat(message.groupId()).isEmpty();
    assertThat(message.deduplicationId()).isEmpty();
  }
}
