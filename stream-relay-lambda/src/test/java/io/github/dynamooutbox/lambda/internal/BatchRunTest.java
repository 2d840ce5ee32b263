package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchRunTest {
  private static final StreamPosition FIRST = new StreamPosition("0000100");
  private static final StreamPosition SECOND = new StreamPosition("0000200");
  private static final Duration PLENTY = Duration.ofMinutes(1);
  private static final Duration SHORT = BatchRun.MARGIN.plusMillis(20);

  private final LogCapture log = new LogCapture(BatchRun.class);
  private final ScriptedShard shard = new ScriptedShard();
  private final List<String> opened = new ArrayList<>();
  private final BatchRun run =
      new BatchRun(
          name -> {
            opened.add(name);
            return shard;
          });

  @AfterEach
  void leaveNoInterruptBehind() {
    Thread.interrupted();
    log.close();
  }

  private List<String> logged() {
    return log.events().stream()
        .map(event -> event.getLevel() + " " + event.getMessage().getFormattedMessage())
        .toList();
  }

  @Test
  void submitsTheWholeBatchToAShardNamedAsTheStream() {
    shard.settled.complete(null);

    assertThat(run.run(batch(), PLENTY)).isEmpty();

    assertThat(opened).containsExactly("orders/stream/1");
    assertThat(shard.submitted).isEqualTo(batch().records());
    assertThat(shard.closed).isTrue();
    assertThat(logged()).isEmpty();
  }

  @Test
  void closesWhenTimeIsUpAndReportsWhereToContinue() {
    shard.unfinished = Optional.of(SECOND);

    assertThat(run.run(batch(), SHORT)).contains(SECOND);
    assertThat(shard.closed).isTrue();
    assertThat(logged())
        .containsExactly("WARN The invocation's time ran out before its 2 records were finished");
  }

  @Test
  void reportsWhatIsFinishedWhenClosingTakesTooLong() {
    shard.settled.complete(null);
    shard.unfinished = Optional.of(SECOND);
    shard.closing = new CompletableFuture<>();

    assertThat(run.run(batch(), SHORT)).contains(SECOND);
    assertThat(logged())
        .containsExactly(
            "WARN What is finished beyond the first failure may not have been saved in time");
  }

  /**
   * Closing saves what is finished beyond the first failure, and what remains is for the answer.
   */
  @Test
  void leavesClosingAllTimeButThatOfTheAnswer() {
    List<Duration> waited = new ArrayList<>();
    shard.settled.complete(null);
    shard.closing =
        new CompletableFuture<>() {
          @Override
          public Optional<StreamPosition> get(long time, TimeUnit unit) {
            waited.add(Duration.of(time, unit.toChronoUnit()));
            return join();
          }
        };
    shard.closing.complete(Optional.of(SECOND));

    assertThat(run.run(batch(), PLENTY)).contains(SECOND);

    Duration most = PLENTY.minus(BatchRun.ANSWER);
    assertThat(waited)
        .singleElement()
        .satisfies(time -> assertThat(time).isBetween(most.minusSeconds(20), most));
  }

  @Test
  void doesNotBeginWithoutTimeAndReportsTheFirstPosition() {
    assertThat(run.run(batch(), BatchRun.MARGIN)).contains(FIRST);
    assertThat(opened).isEmpty();
  }

  @Test
  void keepsNoRecordThatItHasPassedOn() {
    shard.settled.complete(null);
    StreamEvent batch = batch();

    run.run(batch, PLENTY);

    assertThat(shard.submitted).isEqualTo(batch().records());
    assertThat(batch.records()).isEmpty();
  }

  @Test
  void doesNotOpenAShardForNothing() {
    assertThat(run.run(new StreamEvent("", List.of()), Duration.ZERO)).isEmpty();
    assertThat(opened).isEmpty();
  }

  @Test
  void stopsAtOnceWhenInterruptedAndStaysInterrupted() {
    shard.unfinished = Optional.of(FIRST);
    Thread.currentThread().interrupt();

    assertThat(run.run(batch(), PLENTY)).contains(FIRST);

    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(shard.closed).isTrue();
  }

  @Test
  void failsTheBatchWhenTheRelayItselfIsBroken() {
    shard.settled.completeExceptionally(new IllegalStateException("bug"));

    assertThatThrownBy(() -> run.run(batch(), PLENTY)).hasRootCauseMessage("bug");
  }

  private static StreamEvent batch() {
    return new StreamEvent(
        "arn:aws:dynamodb:eu-west-1:1:table/orders/stream/1",
        Stream.of(FIRST, SECOND)
            .map(p -> new StreamRecord(p, ChangeType.REMOVE, Item.empty(), Optional.empty()))
            .toList());
  }

  private static final class ScriptedShard implements ShardRelay {
    final CompletableFuture<Void> settled = new CompletableFuture<>();
    final List<StreamRecord> submitted = new ArrayList<>();
    Optional<StreamPosition> unfinished = Optional.empty();
    CompletableFuture<Optional<StreamPosition>> closing;
    boolean closed;

    @Override
    public CompletionStage<Void> submit(List<StreamRecord> records) {
      submitted.addAll(records);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> settled() {
      return settled;
    }

    @Override
    public Optional<StreamPosition> firstUnfinished() {
      return unfinished;
    }

    @Override
    public void saveAhead() {}

    @Override
    public CompletionStage<Optional<StreamPosition>> close() {
      closed = true;
      return closing != null ? closing : CompletableFuture.completedFuture(unfinished);
    }
  }
}
