package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Clients of the source table and its stream, each built when it is first asked for. */
final class SourceClients implements AutoCloseable {
  private final TableConfig table;
  private @Nullable DynamoDbClient dynamoDb;
  private @Nullable DynamoDbStreamsClient streams;

  SourceClients(TableConfig table) {
    this.table = table;
  }

  synchronized DynamoDbClient dynamoDb() {
    if (dynamoDb == null) {
      dynamoDb = OperatorClients.forReads(DynamoDbClient.builder()).build();
    }
    return dynamoDb;
  }

  synchronized DynamoDbStreamsClient streams() {
    if (streams == null) {
      streams = OperatorClients.forReads(DynamoDbStreamsClient.builder()).build();
    }
    return streams;
  }

  /** The table's stream; empty if it has none. */
  Optional<String> streamArn() {
    return Optional.ofNullable(description().latestStreamArn());
  }

  SourceTable source() {
    AwsPlace place = AwsPlace.of(description().tableArn());
    return new SourceTable(
        table.name(),
        place.account(),
        place.region(),
        dynamoDb().serviceClientConfiguration().endpointOverride());
  }

  private TableDescription description() {
    return AwsFailures.of(
        records().name(),
        () -> dynamoDb().describeTable(request -> request.tableName(table.name())).table());
  }

  RecordTable records() {
    return new RecordTable(dynamoDb(), table);
  }

  @Override
  public synchronized void close() {
    if (dynamoDb != null) {
      dynamoDb.close();
    }
    if (streams != null) {
      streams.close();
    }
  }
}
