package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** The outbox records that are still in the source table. */
final class RecordTable {
  private static final int SCAN_PAGE = 500;

  private final DynamoDbClient client;
  private final TableConfig table;
  private final RecordCodec codec;

  RecordTable(DynamoDbClient client, TableConfig table) {
    this.client = client;
    this.table = table;
    codec = new RecordCodec(table.schema());
  }

  String name() {
    return "the table \"" + table.name() + '"';
  }

  /** All records of an aggregate, in the order of their keys. */
  List<DecodeResult.Decoded> records(String aggregate) {
    return items(aggregate, this::decoded);
  }

  /** What {@link #records} leaves out of an aggregate. */
  List<ItemView> unreadable(String aggregate) {
    return items(
        aggregate,
        item -> {
          ItemView view = new SdkItem(item);
          return codec
              .decode(view)
              .fold(ok -> Stream.empty(), newer -> Stream.of(view), malformed -> Stream.of(view));
        });
  }

  private <T> List<T> items(
      String aggregate, Function<Map<String, AttributeValue>, Stream<T>> read) {
    return AwsFailures.of(
        name(),
        () ->
            client.queryPaginator(query(aggregate).build()).items().stream()
                .flatMap(read)
                .toList());
  }

  /** The newest heartbeats up to this number, the newest first. */
  List<DecodeResult.Decoded> heartbeats(int most) {
    String aggregate = new AggregateKey(Heartbeats.AGGREGATE_TYPE, table.name()).toString();
    return AwsFailures.of(
        name(),
        () ->
            client
                .query(query(aggregate).scanIndexForward(false).limit(most).build())
                .items()
                .stream()
                .flatMap(this::decoded)
                .toList());
  }

  /** Reads the whole table, lazily, page by page. */
  Stream<DecodeResult.Decoded> all() {
    ScanRequest scan =
        ScanRequest.builder()
            .tableName(table.name())
            .limit(SCAN_PAGE)
            .filterExpression("begins_with(#pk, :prefix)")
            .expressionAttributeNames(Map.of("#pk", table.schema().partitionKey()))
            .expressionAttributeValues(
                Map.of(":prefix", AttributeValue.fromS(table.schema().prefix())))
            .build();
    return client.scanPaginator(scan).items().stream().flatMap(this::decoded);
  }

  private QueryRequest.Builder query(String aggregate) {
    return QueryRequest.builder()
        .tableName(table.name())
        .consistentRead(true)
        .keyConditionExpression("#pk = :pk")
        .expressionAttributeNames(Map.of("#pk", table.schema().partitionKey()))
        .expressionAttributeValues(
            Map.of(":pk", AttributeValue.fromS(table.schema().prefix() + aggregate)));
  }

  private Stream<DecodeResult.Decoded> decoded(Map<String, AttributeValue> item) {
    return codec
        .decode(new SdkItem(item))
        .fold(Stream::of, newer -> Stream.empty(), malformed -> Stream.empty());
  }
}
