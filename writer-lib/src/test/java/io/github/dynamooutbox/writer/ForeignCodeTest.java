package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamooutbox.writer.CommitListener.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** The outcome stands whatever a listener, a tracer or a part of the client throws. */
class ForeignCodeTest {
  private final Error machine = new InternalError("machine");

  private final List<Ending> endings = new ArrayList<>();
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final FakeDynamoDb.Async async = new FakeDynamoDb.Async();

  static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("secret"),
        new AssertionError("secret"),
        new NoClassDefFoundError("secret"),
        new StackOverflowError("secret"));
  }

  /** Those of a client: the client of a test fails that test with an assertion. */
  static List<Throwable> failuresOfAClient() {
    return failures().stream().filter(each -> !(each instanceof AssertionError)).toList();
  }

  /** Throws what no method declares. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException thrown(Throwable failure) throws T {
    throw (T) failure;
  }

  private <O> OutboxBuilder<O> told(OutboxBuilder<O> builder, Throwable failure) {
    return builder
        .table("orders")
        .source("/s")
        .listener(
            report -> {
              throw ForeignCodeTest.<RuntimeException>thrown(failure);
            })
        .listener(report -> endings.add(report.ending()))
        .decisions(new CommitRetry(2, Duration.ofMillis(1), Duration.ofMillis(1)));
  }

  private static <T extends TransactionBuilder<T>> T order(T transaction) {
    return transaction.events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("Placed"));
  }

  private Outbox outbox(Throwable failure) {
    return told(Outbox.builder(dynamoDb), failure).sleeper(pause -> {}).build();
  }

  private AsyncOutbox asyncOutbox(Throwable failure) {
    return told(AsyncOutbox.builder(async), failure).build();
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failureOfAListenerChangesNoOutcomeAndNoOtherListener(Throwable failure) {
    Outbox outbox = outbox(failure);

    assertThat(order(outbox.transaction()).commit().records()).hasSize(1);
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed"));
    assertThat(outbox.commit(() -> order(outbox.transaction())).records()).hasSize(1);
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed"));
    assertThat(catchThrowable(() -> order(outbox.transaction()).commit()))
        .isInstanceOf(PreconditionFailedException.class)
        .hasMessageContaining("Order#1 at version 1")
        .hasNoSuppressedExceptions();

    assertThat(endings)
        .containsExactly(Ending.COMMITTED, Ending.DECIDED_AGAIN, Ending.COMMITTED, Ending.REFUSED);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failureOfAListenerChangesNoAsynchronousOutcome(Throwable failure) {
    AsyncOutbox outbox = asyncOutbox(failure);
    CompletableFuture<CommitResult> commit = order(outbox.transaction()).commit();
    async.afterFirst(TransactWriteItemsResponse.builder().build());
    async.answer.complete(TransactWriteItemsResponse.builder().build());
    CompletableFuture<CommitResult> decision =
        outbox.commit(() -> CompletableFuture.completedFuture(order(outbox.transaction())));

    assertThat(commit).isCompleted();
    assertThat(decision).isCompleted();
    assertThat(endings).containsExactly(Ending.COMMITTED, Ending.COMMITTED);
  }

  @Test
  void onlyAFailureOfTheMachineTakesThePlaceOfTheOutcome() {
    Outbox outbox = outbox(machine);
    assertThatThrownBy(() -> order(outbox.transaction()).commit()).isSameAs(machine);
    assertThatThrownBy(() -> outbox.commit(() -> order(outbox.transaction()))).isSameAs(machine);

    AsyncOutbox other = asyncOutbox(machine);
    async.afterFirst(TransactWriteItemsResponse.builder().build());
    async.answer.complete(TransactWriteItemsResponse.builder().build());
    assertThatThrownBy(() -> order(other.transaction()).commit().join()).hasCause(machine);
    CompletableFuture<CommitResult> decision =
        other.commit(() -> CompletableFuture.completedFuture(order(other.transaction())));
    assertThat(decision).isCompletedExceptionally();
    assertThatThrownBy(decision::join).hasCause(machine);
    CompletableFuture<CommitResult> command =
        other.commit(
            Command.of("key", "request"),
            () -> CompletableFuture.completedFuture(order(other.transaction())));
    assertThat(command).isCompletedExceptionally();
    assertThatThrownBy(command::join).hasCause(machine);
  }

  @Test
  void failureOfAListenerIsLoggedWithoutItsMessage() {
    List<String> logged =
        loggedBy(
            CommitListener.class,
            () -> {
              Outbox outbox = outbox(new AssertionError("secret"));
              order(outbox.transaction()).commit();
              order(outbox.transaction()).commit();
            });

    assertThat(logged)
        .singleElement()
        .asString()
        .contains("java.lang.AssertionError at " + ForeignCodeTest.class.getName())
        .endsWith(" null")
        .doesNotContain("secret");
  }

  @Test
  void failureOfTracingIsLoggedAsThatOfItsStartOrEnd() {
    CommitTracing.Span failsAtItsEnd =
        new CommitTracing.Span() {
          @Override
          public Optional<CommitTracing.TraceContext> context() {
            return Optional.empty();
          }

          @Override
          public void end(Optional<Throwable> failure) {
            throw new LinkageError("secret");
          }
        };
    CommitTracing failsAtItsStart =
        (table, source) -> {
          throw new LinkageError("secret");
        };

    assertThat(tracedBy((table, source) -> failsAtItsEnd))
        .singleElement()
        .asString()
        .startsWith("end of a span: java.lang.LinkageError at " + ForeignCodeTest.class.getName());
    assertThat(tracedBy(failsAtItsStart))
        .singleElement()
        .asString()
        .startsWith(
            "start of a span: java.lang.LinkageError at " + ForeignCodeTest.class.getName());
  }

  private static List<String> tracedBy(CommitTracing tracing) {
    Outbox outbox =
        Outbox.builder(new FakeDynamoDb()).table("orders").source("/s").tracing(tracing).build();
    return loggedBy(CommitTracing.class, () -> order(outbox.transaction()).commit());
  }

  private static List<String> loggedBy(Class<?> type, Runnable run) {
    List<String> logged = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            logged.add(entry.getParameters()[0] + " " + entry.getThrown());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(type.getName());
    logger.addHandler(handler);
    try {
      run.run();
    } finally {
      logger.removeHandler(handler);
    }
    return logged;
  }

  /** A client with an interceptor that fails after the write. */
  private final class Intercepted implements ClientDouble.Blocking {
    private final List<Throwable> failures;

    Intercepted(Throwable... failures) {
      this.failures = new ArrayList<>(List.of(failures));
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      TransactWriteItemsResponse written = dynamoDb.transactWriteItems(request);
      if (!failures.isEmpty()) {
        throw ForeignCodeTest.<RuntimeException>thrown(failures.remove(0));
      }
      return written;
    }
  }

  private OutboxTransaction intercepted(int attempts, Throwable... failures) {
    return order(
        Outbox.builder(new Intercepted(failures))
            .table("orders")
            .source("/s")
            .retry(new CommitRetry(attempts, Duration.ofMillis(1), Duration.ofMillis(1)))
            .sleeper(pause -> {})
            .build()
            .transaction());
  }

  @ParameterizedTest
  @MethodSource("failuresOfAClient")
  void failureOfAnInterceptorLeavesTheOutcomeOpen(Throwable failure) {
    assertThat(intercepted(2, failure).commit().records()).hasSize(1);
    assertThat(dynamoDb.requests).hasSize(2);
    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(() -> intercepted(1, failure).commit())
        .withCause(failure);
    assertThatThrownBy(() -> intercepted(2, machine).commit()).isSameAs(machine);
  }

  @ParameterizedTest
  @MethodSource("failuresOfAClient")
  void failureOfAnAsynchronousInterceptorLeavesTheOutcomeOpen(Throwable failure) {
    for (boolean atOnce : new boolean[] {true, false}) {
      assertThatThrownBy(() -> interceptedAsync(failure, atOnce).join())
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOf(CommitOutcomeUnknownException.class)
          .hasCause(failure);
      assertThatThrownBy(() -> interceptedAsync(machine, atOnce).join()).hasCause(machine);
    }
  }

  @Test
  void assertionOfTheClientOfATestReachesTheTest() {
    Error assertion = new AssertionError("not expected");

    assertThatThrownBy(() -> intercepted(2, assertion).commit()).isSameAs(assertion);
    assertThatThrownBy(() -> interceptedAsync(assertion, true).join()).hasCause(assertion);
  }

  @Test
  void clientThatReturnsNoFutureLeavesTheOutcomeOpen() {
    assertThatThrownBy(() -> answered(1, () -> null).join())
        .cause()
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .hasCauseInstanceOf(NullPointerException.class);
    List<CompletableFuture<TransactWriteItemsResponse>> answers =
        new ArrayList<>(
            List.of(
                CompletableFuture.failedFuture(FakeDynamoDb.throttled()),
                CompletableFuture.completedFuture(TransactWriteItemsResponse.builder().build())));
    answers.add(1, null);
    assertThat(answered(3, () -> answers.remove(0)))
        .succeedsWithin(Duration.ofMinutes(1))
        .satisfies(committed -> assertThat(committed.records()).hasSize(1));
  }

  private static CompletableFuture<CommitResult> interceptedAsync(
      Throwable failure, boolean atOnce) {
    return answered(
        1,
        () -> {
          if (atOnce) {
            throw ForeignCodeTest.<RuntimeException>thrown(failure);
          }
          return CompletableFuture.failedFuture(new CompletionException(failure));
        });
  }

  private static CompletableFuture<CommitResult> answered(
      int attempts, Supplier<CompletableFuture<TransactWriteItemsResponse>> answer) {
    DynamoDbAsyncClient client =
        new ClientDouble.Async() {
          @Override
          public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
              TransactWriteItemsRequest request) {
            return answer.get();
          }
        };
    return order(
            AsyncOutbox.builder(client)
                .table("orders")
                .source("/s")
                .retry(new CommitRetry(attempts, Duration.ofMillis(1), Duration.ofMillis(1)))
                .build()
                .transaction())
        .commit();
  }

  @Test
  void failureOfAWaitLeavesTheOutcomeOpen() {
    IllegalStateException noWait = new IllegalStateException("no wait");
    dynamoDb.failWith(ApiCallTimeoutException.create(1));
    OutboxTransaction blocking =
        order(
            Outbox.builder(dynamoDb)
                .table("orders")
                .source("/s")
                .sleeper(
                    pause -> {
                      throw noWait;
                    })
                .build()
                .transaction());

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(blocking::commit)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(noWait));
  }

  private OutboxTransaction traced(CommitTracing tracing) {
    return order(
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .tracing(tracing)
            .build()
            .transaction());
  }

  private static CommitTracing.Span span(List<String> ends, Throwable atContext, Throwable atEnd) {
    return new CommitTracing.Span() {
      @Override
      public Optional<CommitTracing.TraceContext> context() {
        if (atContext != null) {
          throw ForeignCodeTest.<RuntimeException>thrown(atContext);
        }
        return Optional.empty();
      }

      @Override
      public void end(Optional<Throwable> failure) {
        ends.add("ended");
        if (atEnd != null) {
          throw ForeignCodeTest.<RuntimeException>thrown(atEnd);
        }
      }
    };
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failureOfATracerChangesNoOutcome(Throwable failure) {
    List<String> ends = new ArrayList<>();
    List<CommitTracing> tracers =
        List.of(
            (table, source) -> {
              throw ForeignCodeTest.<RuntimeException>thrown(failure);
            },
            (table, source) -> null,
            (table, source) -> span(ends, failure, null),
            (table, source) -> span(ends, null, failure));

    for (CommitTracing tracing : tracers) {
      assertThat(traced(tracing).commit().records()).hasSize(1);
    }
    assertThat(ends).hasSize(2);
    assertThatThrownBy(() -> traced((table, source) -> span(ends, null, machine)).commit())
        .isSameAs(machine);
  }
}
