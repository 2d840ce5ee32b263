package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.localaws.FakeDynamoDb;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What is done where DynamoDB reports a conflict, which DynamoDB Local never does. */
class ConflictsTest {
  /** Refuses transactions as scripted, then accepts them. */
  private static final class Refusing implements FakeDynamoDb {
    private final Deque<List<String>> refusals = new ArrayDeque<>();
    private int calls;

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      calls++;
      List<String> codes = refusals.poll();
      if (codes == null) {
        return TransactWriteItemsResponse.builder().build();
      }
      throw TransactionCanceledException.builder()
          .cancellationReasons(
              codes.stream().map(code -> CancellationReason.builder().code(code).build()).toList())
          .build();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      return GetItemResponse.builder().build();
    }
  }

  private final Refusing client = new Refusing();
  private final ControlTable control =
      ControlTable.builder(client, "control", "orders", Runnable::run).build();

  @Test
  void aStepIsRepeatedThroughConflictsWhichAreNoFailures() {
    refuse(2, List.of("TransactionConflict", "None"));
    refuse(2, List.of("None", "TransactionConflict"));
    refuse(1, List.of("ThrottlingError", "None"));
    get(hold());
    assertThat(client.calls).isEqualTo(6);
  }

  @Test
  void aStepIsNotRepeatedForEver() {
    refuse(100, List.of("TransactionConflict", "None"));
    assertIsCancelled(hold(), "TransactionConflict", "None");
    assertThat(client.calls).isEqualTo(10);
  }

  @Test
  void aStepIsNotRepeatedForAnythingElse() {
    refuse(1, List.of("None", "ValidationError"));
    assertIsCancelled(hold(), "None", "ValidationError");
    assertThat(client.calls).isEqualTo(1);
  }

  private CompletionStage<Boolean> hold() {
    return control.queues().hold(new QueueName.Part("bus", 3), 0, LocalControlTable.NOW);
  }

  private void refuse(int times, List<String> codes) {
    for (int i = 0; i < times; i++) {
      client.refusals.add(codes);
    }
  }

  private static void assertIsCancelled(CompletionStage<?> stage, String... codes) {
    assertThatExceptionOfType(TransactionCanceledException.class)
        .isThrownBy(() -> get(stage))
        .satisfies(
            cancelled ->
                assertThat(cancelled.cancellationReasons())
                    .extracting(CancellationReason::code)
                    .containsExactly(codes));
  }
}
