package io.github.dynamooutbox.kcl.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.shard.TestShard.ScriptedRelay;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

@Timeout(30)
class LeasedShardTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
  private final ScheduledExecutorService leaseTimer = Executors.newScheduledThreadPool(1);
  private final ScriptedRelay relay = new ScriptedRelay();
  private final List<String> written = new ArrayList<>();
  private final OpenShards open = new OpenShards();
  private final BlockingQueue<String> dropped = new LinkedBlockingQueue<>();
  private volatile boolean held = true;
  private boolean otherStream;
  private volatile boolean stopping;
  private volatile boolean mayOpen = true;
  private final CountDownLatch refused = new CountDownLatch(3);

  private final LeasedShard shard = open();

  private LeasedShard open() {
    return LeasedShard.open(
        "shard-1",
        new ShardSetting(
            name -> relay,
            timer,
            leaseTimer,
            this::mayOpen,
            Duration.ofMillis(200),
            name -> held,
            dropped::add,
            name -> otherStream,
            () -> stopping,
            open,
            LeasedShardTest::unexpected));
  }

  private boolean mayOpen() {
    if (!mayOpen) {
      refused.countDown();
    }
    return mayOpen;
  }

  @AfterEach
  void stopTimer() {
    timer.shutdownNow();
    leaseTimer.shutdownNow();
  }

  @Test
  void waitsUntilItMayBeOpenedOrItsLeaseIsLost() throws Exception {
    shard.abandon();
    mayOpen = false;
    CompletableFuture<LeasedShard> waiting = CompletableFuture.supplyAsync(this::open);
    assertThat(refused.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting).isNotDone();
    assertThat(open.names()).isEmpty();
    held = false;

    waiting.get(20, TimeUnit.SECONDS).abandon();
  }

  @Test
  void handsOverAtTheLastPositionBelowWhatIsUnfinished() {
    shard.take(records(1, 2, 3, 4), checkpointer());
    relay.finish(1, 2, 4);
    shard.handOver(checkpointer());

    assertThat(written).containsExactly("2");
    assertThat(relay.closed).isTrue();
    assertThat(open.names()).isEmpty();
  }

  @Test
  void checkpointsNothingWhileTheFirstRecordIsUnfinished() {
    shard.take(records(1, 2), checkpointer());
    relay.finish(2);
    shard.handOver(checkpointer());

    assertThat(written).isEmpty();
  }

  @Test
  void checkpointsNothingOnceTheLeaseIsLost() {
    shard.take(records(1, 2), checkpointer());
    relay.finish(1, 2);
    held = false;
    shard.handOver(checkpointer());

    assertThat(written).isEmpty();
    assertThat(relay.closed).isTrue();
  }

  @Test
  void publishesNothingMoreOnceTheLeaseHasExpiredEvenIfKclHasNotNoticed() throws Exception {
    shard.take(records(1, 2), checkpointer());
    held = false;

    assertThat(dropped.poll(20, TimeUnit.SECONDS)).isEqualTo("shard-1");
    assertThat(relay.closed).isTrue();
    assertThat(written).isEmpty();
    assertThat(open.names()).isEmpty();
  }

  @Test
  void stopsInTimeEvenIfEachCheckpointWaitsForTheLeaseTable() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Future<?> waiting = timer.submit(() -> answer.await(20, TimeUnit.SECONDS));
    held = false;

    assertThat(dropped.poll(10, TimeUnit.SECONDS)).isEqualTo("shard-1");
    assertThat(waiting.isDone()).isFalse();
    answer.countDown();
  }

  @Test
  void doesNotRepeatWhatItHadFinishedWhenItGetsALostShardBack() throws Exception {
    shard.take(records(1, 2, 3, 4), checkpointer());
    relay.finish(1, 2, 4);
    held = false;
    assertThat(dropped.poll(20, TimeUnit.SECONDS)).isEqualTo("shard-1");
    held = true;
    relay.submitted.clear();
    relay.finishAll();
    LeasedShard again = open();
    again.take(records(1, 2, 3, 4), checkpointer());

    assertThat(relay.submitted).containsExactly("3", "4");
    again.handOver(checkpointer());
    assertThat(written).as("what is finished by now").containsExactly("2");
  }

  @Test
  void acknowledgesTheEndOnlyWhenAllIsFinished() {
    shard.take(records(1, 2), checkpointer());
    relay.finish(1);
    held = false;
    shard.end(checkpointer());
    assertThat(written).doesNotContain("END");

    held = true;
    relay.finish(2);
    shard.end(checkpointer());
    assertThat(written).contains("END");
  }

  @Test
  void doesNotAcknowledgeTheEndOfAShardWhoseLastRecordsWereRefused() {
    shard.take(records(1), checkpointer());
    relay.finish(1);
    stopping = true;
    shard.take(records(2), checkpointer());
    shard.end(checkpointer());

    assertThat(written).doesNotContain("END");
    assertThat(relay.submitted).containsExactly("1");
  }

  @Test
  void doesNotAcknowledgeTheEndOfAShardThatTheStreamDoesNotHave() {
    otherStream = true;
    shard.end(checkpointer());
    shard.end(checkpointer());

    assertThat(written).isEmpty();
    assertThat(open.names()).isEmpty();
  }

  @Test
  void savesWhatIsFinishedAheadRepeatedlyWhileARecordHoldsUpTheCheckpoint() throws Exception {
    shard.take(records(1, 2), checkpointer());
    relay.finish(2);

    assertThat(relay.saved.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
    assertThat(written).isEmpty();
  }

  /** KCL renews no lease while a checkpoint of its shard is written. */
  @Test
  void leavesTimeForRenewalsWhileTheLeaseTableIsSlow() throws Exception {
    BlockingQueue<Long> times = new LinkedBlockingQueue<>();
    Duration slow = Duration.ofMillis(700);
    shard.take(records(1, 2, 3), checkpointer());
    relay.finish(1);
    shard.take(
        List.of(),
        checkpointer(
            () -> {
              times.add(System.nanoTime());
              timer.schedule(() -> {}, slow.toMillis(), TimeUnit.MILLISECONDS).get();
              times.add(System.nanoTime());
              relay.finish(2);
              return null;
            }));

    var unused = times.poll(20, TimeUnit.SECONDS);
    long done = Objects.requireNonNull(times.poll(20, TimeUnit.SECONDS));
    long next = Objects.requireNonNull(times.poll(20, TimeUnit.SECONDS));
    assertThat(Duration.ofNanos(next - done)).isGreaterThanOrEqualTo(slow.multipliedBy(2));
  }

  @Test
  void handsOverAShardWhoseEndWaitsForATargetWhenTheWorkerStops() throws Exception {
    shard.take(records(1, 2), checkpointer());
    relay.finish(1);
    Future<?> ending = timer.submit(() -> shard.end(checkpointer()));
    stopping = true;
    ending.get(20, TimeUnit.SECONDS);

    assertThat(written).containsExactly("1");
    assertThat(relay.closed).as("which saves what is finished ahead").isTrue();
    assertThat(open.names()).isEmpty();

    shard.end(checkpointer());
    assertThat(written).as("KCL calls again").containsExactly("1");
  }

  private static List<Record> records(int... positions) {
    List<Record> records = new ArrayList<>();
    for (int position : positions) {
      records.add(
          Record.builder()
              .eventName(OperationType.INSERT)
              .dynamodb(
                  change ->
                      change
                          .sequenceNumber(Integer.toString(position))
                          .approximateCreationDateTime(Instant.EPOCH)
                          .keys(Map.of()))
              .build());
    }
    return records;
  }

  /** Records what is checkpointed; "END" for the whole shard. */
  private RecordProcessorCheckpointer checkpointer() {
    return checkpointer(() -> null);
  }

  private RecordProcessorCheckpointer checkpointer(Callable<?> before) {
    return (RecordProcessorCheckpointer)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {RecordProcessorCheckpointer.class},
            (self, method, arguments) -> {
              before.call();
              written.add(arguments == null ? "END" : arguments[0].toString());
              return null;
            });
  }

  private static void unexpected(Throwable failure) {
    throw new AssertionError(failure);
  }
}
