package io.github.dynamooutbox.aws.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.internal.FakeDynamoDb;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.format.RecordKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** What is done where DynamoDB leaves keys over, because the table has no units left. */
class SourceRecordsTest {
  @Test
  void readsAgainWhatIsLeftOver() {
    assertThat(read(new Throttled(3)).keySet()).containsExactlyInAnyOrderElementsOf(keys());
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void endsWhereNothingIsReadAnyMore() {
    Throttled client = new Throttled(0);

    assertThatThrownBy(() -> read(client))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("the table \"orders\" cannot be");
    assertThat(client.requests).isBetween(4, 8);
  }

  private static Map<RecordKey, ?> read(DynamoDbClient client) {
    return new SourceRecords(client, StoredRecords.TABLE, Runnable::run).of(keys());
  }

  private static List<RecordKey> keys() {
    return LongStream.rangeClosed(1, 10).mapToObj(version -> StoredRecords.key(version)).toList();
  }

  /** Reads so many keys of each request. */
  private static final class Throttled implements FakeDynamoDb {
    private final int reads;
    private int requests;

    private Throttled(int reads) {
      this.reads = reads;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      requests++;
      List<Map<String, AttributeValue>> keys =
          Objects.requireNonNull(request.requestItems().get("orders")).keys();
      int done = Math.min(reads, keys.size());
      List<Map<String, AttributeValue>> left = keys.subList(done, keys.size());
      return BatchGetItemResponse.builder()
          .responses(
              Map.of("orders", keys.subList(0, done).stream().map(Throttled::stored).toList()))
          .unprocessedKeys(
              left.isEmpty()
                  ? Map.of()
                  : Map.of("orders", KeysAndAttributes.builder().keys(left).build()))
          .build();
    }

    private static Map<String, AttributeValue> stored(Map<String, AttributeValue> key) {
      return StoredRecords.item(Long.parseLong(Objects.requireNonNull(key.get("SK")).s()));
    }
  }
}
