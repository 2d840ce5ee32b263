package io.github.dynamooutbox.relay.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomesTest {
  private record Bytes(int bytes) implements Entry {}

  private final List<String> handled = new ArrayList<>();

  @Test
  void whatIsPreparedIsHandledAsWhatItIs() {
    List<Prepared<Bytes>> all =
        List.of(new Prepared.Ready<>(new Bytes(7)), new Prepared.Refused<>("TOO_LARGE", "300 KB"));
    all.forEach(
        each ->
            each.when(
                ready -> handled.add("ready " + ready.entry().bytes()),
                refused -> handled.add("refused " + refused.code() + ' ' + refused.message())));

    assertThat(handled).containsExactly("ready 7", "refused TOO_LARGE 300 KB");
  }

  @Test
  void aBatchIsHandledAsWhatBecameOfIt() {
    List<BatchOutcome> all =
        List.of(
            BatchOutcome.all(2, new PublishOutcome.Retry("SLOW_DOWN", "later")),
            new BatchOutcome.RequestRefused("INVALID", "no"));
    all.forEach(
        each ->
            each.when(
                perEntry -> handled.add("entries " + perEntry.outcomes()),
                refused -> handled.add("refused " + refused.code() + ' ' + refused.message())));

    assertThat(handled)
        .containsExactly(
            "entries [Retry[code=SLOW_DOWN, message=later, reason=UNKNOWN], Retry[code=SLOW_DOWN, message=later, reason=UNKNOWN]]",
            "refused INVALID no");
  }
}
