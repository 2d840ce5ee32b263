package io.github.dynamooutbox.aws.internal.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.localaws.Abilities;
import io.github.dynamooutbox.localaws.Ability;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
    Optional<String> lack = Abilities.lack(Ability.FIFO_DEDUPLICATION);
    assumeTrue(lack.isEmpty(), () -> lack.orElse(""));
    assertThat(publish(target(), List.of(Samples.plain()))).isEqualTo(published(1));
    assertThat(publish(target(), List.of(Samples.plain()))).isEqualTo(published(1));
    assertThat(accepted(1)).hasSize(1);
  }
}
