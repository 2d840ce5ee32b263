package io.github.dynamooutbox.inbox.lambda;

import static io.github.dynamooutbox.inbox.lambda.ScriptedProcessor.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.lambda.BatchProcessing.BatchSettings;
import io.github.dynamooutbox.inbox.lambda.BatchProcessing.TimeLeft;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much of a batch runs at once, and how long. */
class BatchTimeTest {
  private static final HandleResult HANDLED = new HandleResult.Handled(Optional.empty(), false);

  private final ScriptedProcessor processor = new ScriptedProcessor();

  private static LambdaEvents batch(int aggregates, int versions) {
    LambdaEvents batch = new LambdaEvents();
    for (int version = 1; version <= versions; version++) {
      for (int aggregate = 0; aggregate < aggregates; aggregate++) {
        String name = "a" + aggregate;
        batch.sqs(name + '-' + version, event(name, version, "works"));
      }
    }
    return batch;
  }

  @Test
  void processesAsManyAggregatesAtOnceAsItMayAndEachInOrder() throws Exception {
    CyclicBarrier together = new CyclicBarrier(3);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                (event, left) -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  await(together);
                  running.decrementAndGet();
                  return processor.process(event, left);
                })
            .parallel(3)
            .build();

    // Three in step: with fewer at once the barrier would never open.
    assertThat(batch(6, 4).call(adapter)).isEmpty();
    assertThat(most).hasValue(3);
    for (int aggregate = 0; aggregate < 6; aggregate++) {
      String name = "a" + aggregate;
      assertThat(processor.begun(name))
          .containsExactly(name + "-1", name + "-2", name + "-3", name + "-4");
    }
  }

  @Test
  void processesAggregatesOfTheSameNameAtOnceIfTheirSourcesDiffer() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                (event, left) -> {
                  await(together);
                  return HANDLED;
                })
            .build();
    String event = event("a", 1, "works");

    assertThat(
            new LambdaEvents()
                .sqs("m1", event)
                .sqs("m2", event.replace("/shop", "/shop/returns"))
                .call(adapter))
        .isEmpty();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      int unused = barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("no others came", e);
    }
  }

  @Test
  void neverProcessesTwoEventsOfAnAggregateAtOnce() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                (event, left) -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  LockSupport.parkNanos(1);
                  running.decrementAndGet();
                  return HANDLED;
                })
            .parallel(8)
            .build();

    assertThat(batch(1, 200).call(adapter)).isEmpty();
    assertThat(most).hasValue(1);
  }

  @ParameterizedTest
  @CsvSource({"500, 3", "2500, 1"})
  void beginsNothingWhenOnlyTheReserveIsLeft(int reserve, int begun) throws Exception {
    AtomicInteger remaining = new AtomicInteger(3_500);
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                (event, left) -> {
                  assertThat(left).isEqualTo(Duration.ofMillis(remaining.get() - (long) reserve));
                  remaining.addAndGet(-1_000);
                  return processor.process(event, left);
                })
            .parallel(1)
            .reserve(Duration.ofMillis(reserve))
            .build();

    List<String> reported = batch(1, 5).call(adapter, remaining::get);

    assertThat(processor.begun()).hasSize(begun);
    assertThat(reported)
        .containsExactlyElementsOf(
            List.of("a0-1", "a0-2", "a0-3", "a0-4", "a0-5").subList(begun, 5));
  }

  @Test
  void answersInTimeWhileAnEventHangsAndBeginsNothingAfterThat() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CyclicBarrier both = new CyclicBarrier(2);
    CountDownLatch others = new CountDownLatch(2);
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                (event, left) -> {
                  HandleResult result = processor.process(event, left);
                  switch (event.id()) {
                    case "a0-1" -> assertThat(uninterrupted(hangs)).isTrue();
                    case "b-1", "c-1" -> await(both);
                    default -> others.countDown();
                  }
                  return result;
                })
            .parallel(2)
            .reserve(Duration.ZERO)
            .build();
    Thread caller = Thread.currentThread();
    IntSupplier lastMoments =
        () -> Thread.currentThread() == caller && uninterrupted(others) ? 20 : 60_000;

    assertThat(batch(2, 2).call(adapter, lastMoments)).containsExactly("a0-1", "a0-2");

    hangs.countDown();
    // This batch takes both threads, so the first batch is over for the one that hung.
    LambdaEvents next =
        new LambdaEvents().sqs("m1", event("b", 1, "works")).sqs("m2", event("c", 1, "works"));
    assertThat(next.call(adapter)).isEmpty();
    assertThat(processor.begun("a0")).containsExactly("a0-1");
  }

  private static boolean uninterrupted(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anInterruptedCallAnswersAtOnceAndStaysInterrupted() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                (event, left) -> {
                  assertThat(uninterrupted(hangs)).isTrue();
                  return HANDLED;
                })
            .build();

    Thread.currentThread().interrupt();
    try {
      assertThat(batch(1, 2).call(adapter)).containsExactly("a0-1", "a0-2");
    } finally {
      hangs.countDown();
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void whatHangsCanBeAcknowledgedByADaemon() throws Exception {
    CompletableFuture<Thread> decides = new CompletableFuture<>();
    CountDownLatch begun = new CountDownLatch(1);
    BatchAdapter adapter =
        BatchAdapter.of(BatchSource.SQS, (event, left) -> untilInterrupted(begun))
            .onFailure(
                failed -> {
                  assertThat(failed.kind()).isEqualTo(FailureKind.TIMED_OUT);
                  decides.complete(Thread.currentThread());
                  return FailureDecision.Decision.ACKNOWLEDGE;
                })
            .reserve(Duration.ofMinutes(2))
            .build();
    CompletableFuture<List<String>> reported = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              Thread self = Thread.currentThread();
              try {
                reported.complete(
                    batch(1, 1)
                        .call(
                            adapter,
                            () ->
                                Thread.currentThread() == self && uninterrupted(begun)
                                    ? 120_001
                                    : 180_000));
              } catch (Exception e) {
                reported.completeExceptionally(e);
              }
            });
    // A thread is a daemon by itself if the one that creates it is.
    caller.setDaemon(false);
    caller.start();

    assertThat(reported.get(60, TimeUnit.SECONDS)).isEmpty();
    assertThat(decides.get().isDaemon()).isTrue();
  }

  private static HandleResult untilInterrupted(CountDownLatch begun) {
    begun.countDown();
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      // The time is up.
    }
    return HANDLED;
  }

  /** A busy machine needs longer for everything, but not all of a longer reserve. */
  @Test
  void aDecisionThatHangsHoldsUpTheAnswerForHalfOfTheReserve() throws Exception {
    long reserve = 100;
    long took;
    do {
      reserve *= 2;
      took = tookBesideADecisionThatHangs(Duration.ofMillis(reserve));
    } while (took >= reserve && reserve < 10_000);

    assertThat(took).isBetween(reserve / 2, reserve - 1);
  }

  private static long tookBesideADecisionThatHangs(Duration reserve) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    BatchAdapter adapter =
        BatchAdapter.of(BatchSource.SQS, (event, left) -> untilInterrupted(begun))
            .onFailure(
                failed ->
                    uninterrupted(answered)
                        ? FailureDecision.Decision.ACKNOWLEDGE
                        : FailureDecision.Decision.DELIVER_AGAIN)
            .reserve(reserve)
            .build();
    Thread caller = Thread.currentThread();
    int lastMoment = (int) reserve.toMillis() + 1;
    long began = System.nanoTime();

    assertThat(
            batch(1, 1)
                .call(
                    adapter,
                    () ->
                        Thread.currentThread() == caller && uninterrupted(begun)
                            ? lastMoment
                            : 60_000))
        .containsExactly("a0-1");
    answered.countDown();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
  }

  @Test
  void whileNoneTakesLongNoThreadIsAdded() {
    WorkerThreads threads = WorkerThreads.of(1);
    List<Message> messages =
        Stream.of("a-1", "b-1", "c-1")
            .map(id -> ScriptedProcessor.sent(id, "works"))
            .map(
                event ->
                    new Message(
                        event.id().charAt(0) - 'a',
                        event.id(),
                        "",
                        event.data(),
                        Map.of(),
                        Message.Reading.of(event.id(), () -> event)))
            .toList();
    BatchSettings settings =
        new BatchSettings(
            (event, left) -> {
              // Long enough for it to be looked at several times.
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
              return processor.process(event, left);
            },
            Optional.empty(),
            failed -> FailureDecision.Decision.DELIVER_AGAIN,
            1,
            Duration.ZERO);

    assertThat(
            new BatchProcessing(
                    BatchSource.SQS,
                    messages,
                    settings,
                    new TimeLeft(() -> 60_000, Duration.ZERO),
                    threads)
                .run())
        .isEmpty();

    assertThat(processor.begun()).containsExactly("a-1", "b-1", "c-1");
    assertThat(threads.getTaskCount()).isEqualTo(1);
  }

  @Test
  void aThreadThatHangsIsReplacedUntilItReturns() {
    WorkerThreads threads = WorkerThreads.of(2);
    for (int hanging = 1; hanging <= 9; hanging++) {
      threads.hangs();
      assertThat(threads.getMaximumPoolSize()).isEqualTo(2 + Math.min(hanging, 8));
      assertThat(threads.getCorePoolSize()).isEqualTo(threads.getMaximumPoolSize());
      assertThat(threads.tooManyHang()).isEqualTo(hanging < 8 ? 0 : hanging);
    }
    for (int hanging = 8; hanging >= 0; hanging--) {
      threads.returns();
      assertThat(threads.getMaximumPoolSize()).isEqualTo(2 + hanging);
      assertThat(threads.getCorePoolSize()).isEqualTo(2 + hanging);
    }
  }

  @Test
  void threadsAreDaemonsAndEndWhenTheyAreIdle() throws Exception {
    ThreadPoolExecutor threads = WorkerThreads.of(2);
    threads.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    CompletableFuture<Thread> worker = new CompletableFuture<>();
    Thread caller =
        new Thread(() -> threads.execute(() -> worker.complete(Thread.currentThread())));
    // A thread is a daemon by itself if the one that creates it is.
    caller.setDaemon(false);
    caller.start();
    Thread thread = worker.get(60, TimeUnit.SECONDS);

    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).isEqualTo("inbox-batch-1");
    thread.join(60_000);
    assertThat(thread.isAlive()).isFalse();
  }
}
