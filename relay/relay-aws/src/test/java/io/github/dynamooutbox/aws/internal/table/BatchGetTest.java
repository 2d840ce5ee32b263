package io.github.dynamooutbox.aws.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.localaws.FakeDynamoDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** What is done where DynamoDB reads some keys of a batch and leaves others over. */
class BatchGetTest {
  private static final String TABLE = "control";

  /** Reads so many keys of each request, and leaves the others over. */
  private static final class Partial implements FakeDynamoDb {
    private final IntUnaryOperator reads;
    private int requests;

    private Partial(IntUnaryOperator reads) {
      this.reads = reads;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      List<Map<String, AttributeValue>> keys = request.requestItems().get(TABLE).keys();
      assertThat(keys).hasSizeBetween(1, 100);
      int done = Math.min(keys.size(), reads.applyAsInt(requests++));
      List<Map<String, AttributeValue>> left = keys.subList(done, keys.size());
      return BatchGetItemResponse.builder()
          .responses(Map.of(TABLE, keys.subList(0, done)))
          .unprocessedKeys(
              left.isEmpty()
                  ? Map.of()
                  : Map.of(TABLE, KeysAndAttributes.builder().keys(left).build()))
          .build();
    }
  }

  /** Also after requests that read nothing, as in a partition without units. */
  @Test
  void readsAgainWhatIsLeftOverAndNothingElse() {
    Partial client = new Partial(request -> request % 3 == 0 ? 70 : 0);
    assertThat(read(client, 150)).containsExactlyInAnyOrderElementsOf(keys(150));
  }

  @Test
  void sendsFullBatchesWhereNothingIsLeftOver() {
    Partial client = new Partial(request -> 100);
    assertThat(read(client, 250)).containsExactlyInAnyOrderElementsOf(keys(250));
    assertThat(client.requests).isEqualTo(3);
  }

  @Test
  void failsWhereNothingIsReadAnyMore() {
    Partial client = new Partial(request -> request == 0 ? 10 : 0);
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> read(client, 25))
        .withCauseInstanceOf(ProvisionedThroughputExceededException.class)
        .withMessageContaining(TABLE);
    assertThat(client.requests).isBetween(4, 8);
  }

  private static List<Map<String, AttributeValue>> keys(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> Map.of("PK", AttributeValue.fromS("item-" + i)))
        .toList();
  }

  private static List<Map<String, AttributeValue>> read(DynamoDbClient client, int number) {
    List<Map<String, AttributeValue>> read = new ArrayList<>();
    new BatchGet(new Calls(client, TABLE, Runnable::run))
        .each(keys(number), read::add)
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
    return read;
  }
}
