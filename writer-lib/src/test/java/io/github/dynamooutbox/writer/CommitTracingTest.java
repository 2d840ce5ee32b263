package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamooutbox.writer.CommitTracing.TraceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class CommitTracingTest {
  private static final String SPAN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String OTHER = "00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final Aggregate ORDER = Aggregate.of("Order", "1");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final List<String> spans = new ArrayList<>();

  private CommitTracing.Span start(String table, String source) {
    spans.add("start " + table + " " + source);
    return new CommitTracing.Span() {
      @Override
      public Optional<TraceContext> context() {
        return Optional.of(new TraceContext(SPAN, Optional.of("vendor=1")));
      }

      @Override
      public void end(Optional<Throwable> failure) {
        spans.add("end " + failure.map(each -> each.getClass().getSimpleName()).orElse(""));
      }
    };
  }

  private OutboxTransaction transaction() {
    return Outbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .tracing(this::start)
        .build()
        .transaction()
        .put(Items.order("1"));
  }

  private static Map<String, AttributeValue> record(TransactWriteItemsRequest request) {
    return request.transactItems().stream()
        .map(TransactWriteItem::put)
        .map(put -> put.item())
        .filter(item -> item.containsKey("events"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void recordsHaveTheContextOfTheSpan() {
    transaction().events(ORDER, Event.withoutPayload("OrderPlaced")).commit();

    assertThat(record(dynamoDb.request()).get("traceparent").s()).isEqualTo(SPAN);
    assertThat(record(dynamoDb.request()).get("tracestate").s()).isEqualTo("vendor=1");
    assertThat(spans).containsExactly("start orders /s", "end ");
  }

  @Test
  void whatTheTransactionSetsTakesPrecedence() {
    transaction().events(ORDER, Event.withoutPayload("OrderPlaced")).trace(OTHER).commit();

    assertThat(record(dynamoDb.request()).get("traceparent").s()).isEqualTo(OTHER);
    assertThat(record(dynamoDb.request())).doesNotContainKey("tracestate");
  }

  @Test
  void spanEndsWithTheFailureOfTheCommit() {
    dynamoDb.failWith(FakeDynamoDb.cancelled("ConditionalCheckFailed"));

    assertThat(
            catchThrowable(
                () -> transaction().events(ORDER, Event.withoutPayload("OrderPlaced")).commit()))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(spans).hasSize(2).last().asString().startsWith("end ").endsWith("Exception");
  }

  @Test
  void spanEndsWithWhatIsRefusedBeforeItIsSent() {
    assertThat(catchThrowable(() -> transaction().commit()))
        .isInstanceOf(InvalidTransactionException.class);
    assertThat(dynamoDb.requests).isEmpty();
    assertThat(spans).containsExactly("start orders /s", "end InvalidTransactionException");
  }

  /** A transaction that was refused can be completed and committed: its first span has ended. */
  @Test
  void recordsDoNotHaveTheContextOfASpanThatHasEnded() {
    List<CommitTracing.Span> left = new ArrayList<>(List.of(start("orders", "/s")));
    OutboxTransaction transaction =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .tracing((table, source) -> left.remove(0))
            .build()
            .transaction();
    assertThat(catchThrowable(transaction::commit)).isInstanceOf(InvalidTransactionException.class);

    transaction.events(ORDER, Event.withoutPayload("OrderPlaced")).commit();

    assertThat(record(dynamoDb.request())).doesNotContainKeys("traceparent", "tracestate");
  }

  @Test
  void spanOfAnAsynchronousCommitEndsWhenThatDoes() {
    FakeDynamoDb.Async async = new FakeDynamoDb.Async();
    AsyncOutbox outbox =
        AsyncOutbox.builder(async).table("orders").source("/s").tracing(this::start).build();

    CompletableFuture<CommitResult> commit =
        outbox
            .transaction()
            .put(Items.order("1"))
            .events(ORDER, Event.withoutPayload("OrderPlaced"))
            .commit();
    assertThat(spans).containsExactly("start orders /s");
    async.answer.complete(TransactWriteItemsResponse.builder().build());

    assertThat(commit).isCompleted();
    assertThat(spans).containsExactly("start orders /s", "end ");
    assertThat(outbox.transaction().commit()).isCompletedExceptionally();
    assertThat(spans).last().isEqualTo("end InvalidTransactionException");
  }

  @Test
  void outcomeStandsWhereASpanCannotBeEnded() {
    List<Optional<Throwable>> ends = new ArrayList<>();
    CommitTracing.Span broken =
        new CommitTracing.Span() {
          @Override
          public Optional<TraceContext> context() {
            return Optional.empty();
          }

          @Override
          public void end(Optional<Throwable> failure) {
            ends.add(failure);
            throw new IllegalStateException("exporter");
          }
        };
    Outbox outbox =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .tracing((table, source) -> broken)
            .build();

    CommitResult committed =
        outbox
            .transaction()
            .put(Items.order("1"))
            .events(ORDER, Event.withoutPayload("OrderPlaced"))
            .commit();

    assertThat(committed.records()).hasSize(1);
    assertThat(ends).containsExactly(Optional.empty());
    assertThat(catchThrowable(() -> outbox.transaction().commit()))
        .isInstanceOf(InvalidTransactionException.class);
  }
}
