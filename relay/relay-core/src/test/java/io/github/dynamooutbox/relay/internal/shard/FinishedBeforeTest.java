package io.github.dynamooutbox.relay.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FinishedBeforeTest {
  private final FinishedBefore finished = new FinishedBefore(RelayObserver.NONE);

  @Test
  void forgetsWhatProgressHasPassed() {
    finished.addAll(LongStream.rangeClosed(1, 1_000).mapToObj(FinishedBeforeTest::at).toList());

    finished.passed(new StreamPosition("990"));
    assertThat(finished.size()).isEqualTo(11);

    finished.passed(new StreamPosition("1001"));
    assertThat(finished.size()).isZero();
  }

  @Test
  void keepsEachDeliveryOfAPosition() {
    StreamPosition position = new StreamPosition("7");
    finished.addAll(
        List.of(
            new FinishedDelivery(position, new RecordKey("a", "1"), 0, "bus"),
            new FinishedDelivery(position, new RecordKey("a", "1"), 0, "audit"),
            new FinishedDelivery(position, new RecordKey("a", "1"), 1, "bus"),
            new FinishedDelivery(position, new RecordKey("a", "2"), 0, "bus"),
            new FinishedDelivery(position, new RecordKey("b", "1"), 0, "bus")));

    finished.passed(position);
    assertThat(finished.size()).isEqualTo(5);
  }

  private static FinishedDelivery at(long position) {
    return new FinishedDelivery(
        new StreamPosition(Long.toString(position)), new RecordKey("a", "1"), 0, "bus");
  }
}
