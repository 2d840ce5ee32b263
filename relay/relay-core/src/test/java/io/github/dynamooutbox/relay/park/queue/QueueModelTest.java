package io.github.dynamooutbox.relay.park.queue;

import static io.github.dynamooutbox.relay.park.queue.QueueEvents.NOW;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.blocked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits.Throttled;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The model keeps the contract, and the limits of partitions. */
class QueueModelTest extends QueueTableContract {
  private static final class AtOnce implements ModelQueueTable.Steps {
    @Override
    public <T> CompletionStage<T> step(String what, Supplier<T> step) {
      return CompletableFuture.completedStage(step.get());
    }
  }

  private final VirtualLoop time = new VirtualLoop();
  private final PartitionLimits limits = new PartitionLimits(time);

  @Override
  public QueueTable table() {
    return new ModelQueueTable(new QueueModel(limits, 2), new AtOnce());
  }

  @Test
  void partitionTakesAThousandWriteUnitsASecond() {
    for (int i = 0; i < 1_000; i++) {
      limits.write("a", 1);
    }
    assertThatExceptionOfType(Throttled.class).isThrownBy(() -> limits.write("a", 1));
    limits.write("b", 1_000);
    limits.read("a", 3_000);
    assertThatExceptionOfType(Throttled.class).isThrownBy(() -> limits.read("a", 1));
    time.runFor(Duration.ofMillis(100));
    assertThatCode(() -> limits.write("a", 100)).doesNotThrowAnyException();
    assertThatExceptionOfType(Throttled.class).isThrownBy(() -> limits.write("a", 1));
  }

  @Test
  void removalGoesOnWhereItWasThrottled() {
    QueueModel model = new QueueModel(new PartitionLimits(time, 2, 100), 1);
    model.hold(PART, 0, NOW);
    for (int number = 1; number <= 3; number++) {
      model.put(PART, number, List.of(blocked(LANE, number)));
      time.runFor(Duration.ofSeconds(1));
    }
    List<Segment> all = model.read(PART, Optional.empty(), OptionalLong.empty(), 10);
    assertThat(all).hasSize(3);
    assertThatExceptionOfType(Throttled.class)
        .isThrownBy(() -> model.remove(PART, all, Optional.empty()));
    assertThat(model.stored(PART)).hasSize(1);
    time.runFor(Duration.ofMillis(500));
    assertThatCode(() -> model.remove(PART, all, Optional.empty())).doesNotThrowAnyException();
    assertThat(model.stored(PART)).isEmpty();
  }
}
