package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import io.github.dynamooutbox.operations.PagedDynamoDb;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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

  @Test
  void readsEachPartitionToItsLastPage() {
    List<String> read = new ArrayList<>();
    double[] units = new double[1];

    new SourceRecords(inPages(), StoredRecords.TABLE, Runnable::run)
        .fromEach(
            List.of(StoredRecords.key("1", 1), StoredRecords.key("2", 1)),
            spent -> units[0] += spent,
            each -> read.add(each.record().aggregate().id() + "/" + each.key().sort()),
            () -> read.add("end"));

    assertThat(read)
        .isEqualTo(
            Stream.of(orders("1", 5), Stream.of("end"), orders("2", 4), Stream.of("end"))
                .flatMap(Function.identity())
                .toList());
    assertThat(units[0]).isEqualTo(3 + 2);
  }

  @Test
  void readsTheTableToItsLastPage() {
    List<String> read = new ArrayList<>();

    new SourceRecords(inPages(), StoredRecords.TABLE, Runnable::run)
        .all(each -> read.add(each.record().aggregate().id() + "/" + each.key().sort()));

    assertThat(read).isEqualTo(Stream.concat(orders("1", 5), orders("2", 4)).toList());
  }

  private static Stream<String> orders(String order, int records) {
    return LongStream.rangeClosed(1, records)
        .mapToObj(version -> order + "/" + StoredRecords.key(order, version).sort());
  }

  /** Two orders, of five records and of four, two in a page. */
  private static DynamoDbClient inPages() {
    Map<String, List<Map<String, AttributeValue>>> partitions = new LinkedHashMap<>();
    partitions.put(StoredRecords.key("1", 1).partition(), items("1", 5));
    partitions.put(StoredRecords.key("2", 1).partition(), items("2", 4));
    return new PagedDynamoDb(partitions, 2);
  }

  private static List<Map<String, AttributeValue>> items(String order, int records) {
    return LongStream.rangeClosed(1, records)
        .mapToObj(version -> StoredRecords.item(order, version))
        .toList();
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
