package io.github.dynamooutbox.examples.demo.system;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The backlog of a KCL application: the records of a stream after its checkpoints. */
final class Backlog {
  private static final String FROM_THE_BEGINNING = "TRIM_HORIZON";
  private static final String SHARD_END = "SHARD_END";

  private final DynamoDbClient dynamoDb;
  private final DynamoDbStreamsClient streams;
  private final String streamArn;
  private final String leaseTable;

  Backlog(
      DynamoDbClient dynamoDb, DynamoDbStreamsClient streams, String streamArn, String leaseTable) {
    this.dynamoDb = dynamoDb;
    this.streams = streams;
    this.streamArn = streamArn;
    this.leaseTable = leaseTable;
  }

  /** Whether any worker holds a lease. */
  boolean isLeased() {
    try {
      return leases().stream().anyMatch(lease -> lease.containsKey("leaseOwner"));
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }

  /** Whether the stream now has no outbox record after the checkpoint of its shard. */
  boolean isEmpty() {
    Map<String, String> checkpoints = new HashMap<>();
    leases().forEach(lease -> checkpoints.put(text(lease, "leaseKey"), text(lease, "checkpoint")));
    List<Shard> shards =
        streams
            .describeStream(request -> request.streamArn(streamArn))
            .streamDescription()
            .shards();
    return shards.stream()
        .map(Shard::shardId)
        .noneMatch(id -> hasOutboxRecord(id, checkpoints.getOrDefault(id, FROM_THE_BEGINNING)));
  }

  private boolean hasOutboxRecord(String shard, String checkpoint) {
    if (checkpoint.equals(SHARD_END)) {
      return false;
    }
    Optional<String> iterator = Optional.of(iterator(shard, checkpoint));
    while (iterator.isPresent()) {
      String from = iterator.get();
      GetRecordsResponse page = streams.getRecords(request -> request.shardIterator(from));
      if (page.records().stream().anyMatch(Backlog::isNewOutboxRecord)) {
        return true;
      }
      iterator =
          page.records().isEmpty()
              ? Optional.empty()
              : Optional.ofNullable(page.nextShardIterator());
    }
    return false;
  }

  private String iterator(String shard, String checkpoint) {
    boolean all = checkpoint.equals(FROM_THE_BEGINNING);
    return streams
        .getShardIterator(
            request ->
                request
                    .streamArn(streamArn)
                    .shardId(shard)
                    .shardIteratorType(
                        all
                            ? ShardIteratorType.TRIM_HORIZON
                            : ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                    .sequenceNumber(all ? null : checkpoint))
        .shardIterator();
  }

  private List<Map<String, AttributeValue>> leases() {
    return dynamoDb.scan(request -> request.tableName(leaseTable).consistentRead(true)).items();
  }

  private static boolean isNewOutboxRecord(Record record) {
    return record.eventName() == OperationType.INSERT
        && text(record.dynamodb().keys(), "PK").startsWith("OUTBOX#");
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    @Nullable AttributeValue value = item.get(name);
    return value == null || value.s() == null ? "" : value.s();
  }
}
