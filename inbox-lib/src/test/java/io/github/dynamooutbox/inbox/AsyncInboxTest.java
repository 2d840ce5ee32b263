package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class AsyncInboxTest {
  private static final long BOUND_SECONDS = 60;
  private static final Map<String, AttributeValue> KEY =
      Map.of("PK", AttributeValue.fromS("1"), "SK", AttributeValue.fromS("-"));

  private final TableFake table = new TableFake();
  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final AsyncInbox inbox =
      AsyncInbox.of(
          Inbox.builder(table)
              .table(TableFake.NAME)
              .consumer("c")
              .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
              .build(),
          threads);
  private final ReceivedEvent first = Events.at(Events.order("1"), 1);
  private final ReceivedEvent second = Events.at(Events.order("1"), 2);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static HandleResult get(CompletableFuture<HandleResult> result) throws Exception {
    return result.get(BOUND_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void handlesEachEventOnceAndResumesWhatIsParked() throws Exception {
    Effects effects = new Effects(table, TableFake.NAME, "c");

    assertThat(get(inbox.handle(second, effects))).isInstanceOf(HandleResult.Parked.class);
    assertThat(get(inbox.handle(first, effects)).isFinished()).isTrue();
    assertThat(get(inbox.handle(first, effects))).isInstanceOf(HandleResult.AlreadyHandled.class);

    effects.assertApplied(first, second);
  }

  /** The caller is not blocked: it completes what the handler waits for. */
  @Test
  void waitsForTheHandlerNotTheCaller() throws Exception {
    CompletableFuture<AttributeValue> read = new CompletableFuture<>();

    CompletableFuture<HandleResult> result =
        inbox.handleAsync(
            first,
            (event, tx) ->
                read.thenAccept(
                    name ->
                        tx.put(Map.of("PK", KEY.get("PK"), "SK", KEY.get("SK"), "name", name))));
    assertThat(table.item(KEY)).isEmpty();
    read.complete(AttributeValue.fromS("ann"));

    assertThat(get(result)).isEqualTo(InboxContract.HANDLED);
    assertThat(table.item(KEY)).containsEntry("name", AttributeValue.fromS("ann"));
  }

  @Test
  void whatAHandlerFailsWithIsTheResultsFailure() {
    for (Throwable failure :
        new Throwable[] {
          new IllegalStateException("no"), new AssertionError("no"), new IOException("no")
        }) {
      assertThatThrownBy(
              () ->
                  get(
                      inbox.handleAsync(
                          first, (event, tx) -> CompletableFuture.failedFuture(failure))))
          .isInstanceOf(ExecutionException.class)
          .hasRootCause(failure);
    }
    assertThat(table.items()).isEmpty();
  }

  @Test
  void whatAHandlerDoesNotDeclareIsTheResultsFailure() {
    IOException failure = new IOException("no");

    assertThatThrownBy(
            () ->
                get(
                    inbox.handle(
                        first,
                        (event, tx) -> AsyncInboxTest.<RuntimeException>undeclared(failure))))
        .isInstanceOf(ExecutionException.class)
        .hasCause(failure);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> void undeclared(Throwable failure) throws E {
    throw (E) failure;
  }

  @Test
  void aStageThatTheHandlerCancelsIsAFailureNotACancelledResult() {
    CompletableFuture<Void> cancelled = new CompletableFuture<>();
    cancelled.cancel(true);

    CompletableFuture<HandleResult> result = inbox.handleAsync(first, (event, tx) -> cancelled);

    assertThatThrownBy(() -> get(result))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(CancellationException.class);
    assertThat(result).isNotCancelled();
  }

  @Test
  void cancellingInterruptsTheHandlerAndWritesNothing() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> never = new CompletableFuture<>();

    CompletableFuture<HandleResult> result =
        inbox.handleAsync(
            first,
            (event, tx) -> {
              tx.put(KEY);
              begun.countDown();
              return never;
            });
    assertThat(begun.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    result.cancel(true);

    assertThatThrownBy(() -> get(result)).isInstanceOf(CancellationException.class);
    // The only thread is free again.
    assertThat(get(inbox.handle(first, (event, tx) -> {}))).isEqualTo(InboxContract.HANDLED);
    assertThat(never).isCancelled();
    assertThat(table.item(KEY)).isEmpty();
  }

  @Test
  void anExecutorThatTakesNothingMoreFailsTheResult() {
    threads.shutdownNow();

    assertThatThrownBy(() -> get(inbox.handle(first, (event, tx) -> {})))
        .hasCauseInstanceOf(RejectedExecutionException.class);
  }
}
