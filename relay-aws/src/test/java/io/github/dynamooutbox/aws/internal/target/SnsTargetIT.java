package io.github.dynamooutbox.aws.internal.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnsTargetIT extends SnsContract {
  SnsTargetIT() {
    super("");
  }

  @Override
  Map<String, String> topicAttributes() {
    return Map.of();
  }

  @Override
  List<String> keys() {
    return List.of();
  }

  @Test
  void aStandardTopicGetsNoGroup() {
    publish(target(), List.of(Samples.plain()));
    AcceptedMessage message = accepted().get(0);
    assertThat(message.groupId()).isEmpty();
    assertThat(message.deduplicationId()).isEmpty();
  }
}
