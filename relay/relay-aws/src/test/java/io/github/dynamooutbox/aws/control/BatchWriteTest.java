package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.aws.control.SegmentStore.BatchWrite;
import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What is done where DynamoDB writes some items of a batch and leaves others over. */
class BatchWriteTest {
  private static final String TABLE = "control";

  /** Writes as many items of each request as it is told, and leaves the rest over. */
  private static final class Partial implements FakeDynamoDb {
    private final IntUnaryOperator writes;
    private final List<Map<String, AttributeValue>> written = new ArrayList<>();
    private int requests;

    private Partial(IntUnaryOperator writes) {
      this.writes = writes;
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      List<WriteRequest> items = request.requestItems().get(TABLE);
      assertThat(items).hasSizeBetween(1, 25);
      int done = Math.min(items.size(), writes.applyAsInt(requests++));
      items.subList(0, done).forEach(item -> written.add(item.putRequest().item()));
      List<WriteRequest> left = items.subList(done, items.size());
      return BatchWriteItemResponse.builder()
          .unprocessedItems(left.isEmpty() ? Map.of() : Map.of(TABLE, left))
          .build();
    }
  }

  @Test
  void whatIsLeftOverIsWrittenAgainAndNothingElse() {
    Partial client = new Partial(request -> request % 3);
    get(batch(client).put(items(60)));
    assertThat(client.written).containsExactlyInAnyOrderElementsOf(items(60));
  }

  @Test
  void fullBatchesAreSentWhereNothingIsLeftOver() {
    Partial client = new Partial(request -> 25);
    get(batch(client).put(items(60)));
    assertThat(client.requests).isEqualTo(3);
    assertThat(client.written).containsExactlyInAnyOrderElementsOf(items(60));
  }

  @Test
  void givesUpWhereNothingIsWrittenAnyMore() {
    Partial client = new Partial(request -> request == 0 ? 10 : 0);
    assertThatExceptionOfType(ProvisionedThroughputExceededException.class)
        .isThrownBy(() -> get(batch(client).put(items(25))))
        .withMessageContaining(TABLE);
    assertThat(client.requests).isBetween(4, 8);
  }

  private static BatchWrite batch(DynamoDbClient client) {
    return new BatchWrite(new Calls(client, TABLE, Runnable::run));
  }

  private static List<Map<String, AttributeValue>> items(int number) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      items.add(Map.of("PK", text("item-" + i)));
    }
    return items;
  }
}
