package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class SnsFifoTargetIT extends SnsContract {
  SnsFifoTargetIT() {
    super(".fifo");
  }

  @Override
  List<String> keys(int atLeast) {
    return accepted(atLeast).stream().map(message -> message.groupId().orElseThrow()).toList();
  }

  @Test
  void theGroupIsTheAggregate() {
    publish(target(), List.of(Samples.plain()));
    assertThat(accepted(1)).hasSize(1);
    assertThat(accepted(1).get(0).groupId()).contains("Order#42");
  }

  @Test
  void anEventThatIsSentAgainArrivesOnce() {
    assertThat(publish(target(), List.of(Samples.plain()))).isEqualTo(published(1));
    assertThat(publish(target(), List.of(Samples.plain()))).isEqualTo(published(1));
    AwsUnderTest.mayLack(
        "FIFO_DEDUPLICATION", () -> assertThat(accepted(1)).hasSize(1), TestAbortedException::new);
  }
}
