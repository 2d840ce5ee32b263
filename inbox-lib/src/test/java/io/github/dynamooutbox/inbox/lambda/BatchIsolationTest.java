package io.github.dynamooutbox.inbox.lambda;

import static io.github.dynamooutbox.inbox.lambda.ScriptedProcessor.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing about one message fails another. */
class BatchIsolationTest {
  private static final HandleResult HANDLED = new HandleResult.Handled(Optional.empty(), false);

  private final List<FailedMessage> failures = Collections.synchronizedList(new ArrayList<>());

  private BatchAdapter.Builder adapter(BatchSource source, EventProcessor processor) {
    return BatchAdapter.of(source, processor)
        .onFailure(
            failed -> {
              failures.add(failed);
              return Decision.DELIVER_AGAIN;
            });
  }

  private static LambdaEvents batch(BatchSource source, String... bodies) {
    LambdaEvents batch = new LambdaEvents();
    for (int i = 0; i < bodies.length; i++) {
      String id = "m" + i;
      switch (source) {
        case SQS -> batch.sqs(id, bodies[i]);
        case SQS_FIFO -> batch.fifo(id, id, bodies[i]);
        case KINESIS -> batch.kinesis(id, id, bodies[i]);
        case CUSTOM_BUS -> throw new IllegalArgumentException("see BusBatchTest");
      }
    }
    return batch;
  }

  private static String withData(String id, String data) {
    String event = event("odd", 1, "works").replace("odd-1", id);
    return event.substring(0, event.length() - 1) + ",\"more\":1,\"data\":" + data + "}";
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CUSTOM_BUS")
  void anyPayloadIsRead(BatchSource source) throws Exception {
    List<String> read = Collections.synchronizedList(new ArrayList<>());
    String[] payloads = {
      "[".repeat(1_001) + "]".repeat(1_001),
      "{\"a\":".repeat(150_000) + "1" + "}".repeat(150_000),
      "{\"" + "n".repeat(60_000) + "\":1}",
      "9".repeat(2_000),
      "1e400",
    };
    String[] bodies = new String[payloads.length];
    for (int i = 0; i < payloads.length; i++) {
      bodies[i] = withData("e" + i, payloads[i]);
    }

    assertThat(
            batch(source, bodies)
                .call(
                    adapter(
                            source,
                            (event, left) -> {
                              read.add(new String(event.data().toBytes(), UTF_8));
                              return HANDLED;
                            })
                        .build()))
        .isEmpty();
    // Without an enormous message.
    assertThat(read.size() == payloads.length && List.of(payloads).containsAll(read)).isTrue();
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{", // not JSON
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"T\","
            + "\"partitionkey\":\"#\",\"sequence\":\"x\",\"data_base64\":\"?\"}",
        "\u0000"
      })
  void whatCannotBeReadFailsAlone(String body) throws Exception {
    for (BatchSource source : BatchSource.values()) {
      if (!source.reportsFailures()) {
        continue; // Its input is one JSON text, of which Lambda has read every part.
      }
      failures.clear();
      List<String> reported =
          batch(source, event("a", 1, "works"), body, event("b", 1, "works"))
              .call(adapter(source, (event, left) -> HANDLED).parallel(1).build());

      assertThat(reported).containsExactly("m1");
      assertThat(failures).hasSize(1);
      assertThat(failures.get(0).kind()).isEqualTo(FailureKind.UNUSABLE);
    }
  }

  @Test
  void aRecordWithoutItsDataFailsAlone() throws Exception {
    String good = new String(batch(BatchSource.KINESIS, event("a", 1, "works")).toJson(), UTF_8);
    String record = good.substring(good.indexOf('[') + 1, good.lastIndexOf(']'));
    String broken =
        record
            .replaceAll("\"data\":\"[^\"]*\"", "\"data\":\"?\"")
            .replace("\"sequenceNumber\":\"m0\"", "\"sequenceNumber\":\"m1\"");
    String none = record.replaceAll("\"data\":\"[^\"]*\",", "").replace("\"m0\"", "\"m2\"");
    for (String bad : new String[] {broken, none}) {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      adapter(BatchSource.KINESIS, (event, left) -> HANDLED)
          .build()
          .handle(
              new ByteArrayInputStream(
                  ("{\"Records\":[" + record + "," + bad + "]}").getBytes(UTF_8)),
              answer,
              () -> 60_000);
      assertThat(answer.toString(UTF_8)).contains(bad.equals(broken) ? "\"m1\"" : "\"m2\"");
    }
    assertThat(failures).extracting(FailedMessage::kind).containsOnly(FailureKind.UNUSABLE);
    assertThat(failures)
        .extracting(FailedMessage::body)
        .containsExactly(Payload.of("?"), Payload.of(new byte[0]));
  }

  @Test
  void errorsOfAHandlerAreItsMessagesFailure() throws Exception {
    List<String> reported =
        batch(BatchSource.SQS, event("a", 1, "recurs"), event("b", 1, "works"), event("c", 1, "x"))
            .call(
                adapter(
                        BatchSource.SQS,
                        (event, left) ->
                            switch (event.type()) {
                              case "recurs" -> throw new StackOverflowError();
                              case "x" -> throw new LinkageError("secret");
                              default -> HANDLED;
                            })
                    .build());

    assertThat(reported).containsExactly("m0", "m2");
    assertThat(failures)
        .hasSize(2)
        .allSatisfy(failed -> assertThat(failed.kind()).isEqualTo(FailureKind.OTHER))
        .allSatisfy(failed -> assertThat(failed.toString()).doesNotContain("secret"))
        .extracting(failed -> failed.cause().orElseThrow().getClass().getSimpleName())
        .containsExactlyInAnyOrder("StackOverflowError", "LinkageError");
  }

  @Test
  void anErrorOfTheMachineNamesTheMessage() {
    assertThatExceptionOfType(InternalError.class)
        .isThrownBy(
            () ->
                batch(BatchSource.SQS, event("a", 1, "works"))
                    .call(
                        adapter(
                                BatchSource.SQS,
                                (event, left) -> {
                                  throw new OutOfMemoryError("Java heap space");
                                })
                            .build()))
        .withMessage("at message m0: java.lang.OutOfMemoryError")
        .withCauseInstanceOf(OutOfMemoryError.class);
    assertThat(failures).isEmpty();
  }

  @Test
  void anErrorOfTheMachineInADecisionNamesTheMessage() {
    assertThatExceptionOfType(InternalError.class)
        .isThrownBy(
            () ->
                batch(BatchSource.SQS, event("a", 1, "works"))
                    .call(
                        adapter(
                                BatchSource.SQS,
                                (event, left) -> {
                                  throw new IllegalStateException();
                                })
                            .onFailure(
                                failed -> {
                                  throw new OutOfMemoryError("Java heap space");
                                })
                            .build()))
        .withMessage("at message m0: java.lang.OutOfMemoryError");
  }

  @Test
  void handlersThatHangAreInterruptedReportedAndReplaced() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    CountDownLatch begun = new CountDownLatch(2);
    BatchAdapter adapter =
        adapter(
                BatchSource.SQS,
                (event, left) -> {
                  begun.countDown();
                  try {
                    Thread.sleep(60_000);
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                  }
                  return HANDLED;
                })
            .parallel(2)
            .build();

    List<String> reported =
        batch(BatchSource.SQS, event("a", 1, "works"), event("b", 1, "works"))
            .call(adapter, () -> Thread.currentThread() == caller && await(begun) ? 520 : 60_000);

    assertThat(reported).containsExactly("m0", "m1");
    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(failures)
        .hasSize(2)
        .allSatisfy(failed -> assertThat(failed.kind()).isEqualTo(FailureKind.TIMED_OUT))
        .extracting(FailedMessage::toString)
        .contains(
            "message m0 (event a-1 of type works from /shop) is not finished: TIMED_OUT, was still"
                + " being handled when the time was up");
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A busy machine needs longer to start them; what hangs takes all the time that there is. */
  @Test
  void handlersThatHangKeepNoOthersFromBeingStarted() throws Exception {
    // Decisions about what hangs have half of it.
    Duration reserve = Duration.ofMinutes(1);
    List<String> handled = Collections.synchronizedList(new ArrayList<>());
    BatchAdapter adapter =
        adapter(
                BatchSource.SQS,
                (event, left) -> {
                  if (event.type().equals("hangs")) {
                    try {
                      Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  }
                  handled.add(event.id());
                  return HANDLED;
                })
            .parallel(2)
            .reserve(reserve)
            .build();
    List<String> reported = List.of();

    for (int millis = 300; !reported.equals(List.of("m0", "m1")) && millis < 40_000; millis *= 2) {
      handled.clear();
      failures.clear();
      long end = System.nanoTime() + reserve.plusMillis(millis).toNanos();
      reported =
          batch(
                  BatchSource.SQS,
                  event("a", 1, "hangs"),
                  event("b", 1, "hangs"),
                  event("c", 1, "works"),
                  event("d", 1, "works"))
              .call(adapter, () -> (int) TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    assertThat(reported).containsExactly("m0", "m1");
    assertThat(handled).containsExactlyInAnyOrder("c-1", "d-1");
    assertThat(failures)
        .extracting(FailedMessage::kind)
        .containsExactly(FailureKind.TIMED_OUT, FailureKind.TIMED_OUT);
  }

  @Test
  void whatIsStartedForThoseThatTakeLongIsWaitedFor() throws Exception {
    Thread caller = Thread.currentThread();
    CountDownLatch second = new CountDownLatch(1);
    CountDownLatch first = new CountDownLatch(1);
    BatchAdapter adapter =
        adapter(
                BatchSource.SQS,
                (event, left) -> {
                  try {
                    if (event.id().equals("a-1")) {
                      second.await();
                      first.countDown();
                    } else {
                      second.countDown();
                      first.await();
                      Thread.sleep(300);
                    }
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  return HANDLED;
                })
            .parallel(1)
            .reserve(Duration.ZERO)
            .build();

    // A handler takes long as soon as half of the time is over that it had when it started.
    List<String> reported =
        batch(BatchSource.SQS, event("a", 1, "works"), event("b", 1, "works"))
            .call(adapter, () -> Thread.currentThread() == caller ? 60_000 : 100);

    assertThat(reported).isEmpty();
    assertThat(failures).isEmpty();
  }

  @Test
  void theProcessIsGivenUpWhenTooManyHandlersHangForGood() throws Exception {
    Thread caller = Thread.currentThread();
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    BatchAdapter adapter =
        adapter(
                BatchSource.SQS,
                (event, left) -> {
                  begun.incrementAndGet();
                  boolean ended = false;
                  while (!ended) {
                    try {
                      ended = end.await(60, TimeUnit.SECONDS);
                    } catch (InterruptedException ignored) {
                      // Hangs on.
                    }
                  }
                  return HANDLED;
                })
            .parallel(1)
            .build();

    for (int i = 1; i <= 4; i++) {
      int expected = i;
      assertThat(
              batch(BatchSource.SQS, event("a", 1, "works"))
                  .call(
                      adapter,
                      () -> {
                        while (Thread.currentThread() == caller && begun.get() < expected) {
                          Thread.onSpinWait();
                        }
                        return Thread.currentThread() == caller ? 501 : 60_000;
                      }))
          .containsExactly("m0");
    }
    assertThat(failures).hasSize(4);
    assertThatExceptionOfType(InternalError.class)
        .isThrownBy(() -> batch(BatchSource.SQS, event("a", 1, "works")).call(adapter))
        .withMessageStartingWith("batches of SQS: 4 handlers were interrupted");

    end.countDown();
    while (begun.get() < 5) {
      try {
        assertThat(batch(BatchSource.SQS, event("a", 1, "works")).call(adapter)).isEmpty();
      } catch (InternalError notYet) {
        Thread.onSpinWait();
      }
    }
  }
}
