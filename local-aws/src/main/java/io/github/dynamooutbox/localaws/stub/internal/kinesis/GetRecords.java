package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Reads on from a place in a shard. */
record GetRecords(Streams streams, Clock clock) implements JsonAction {
  private static final int MOST_RECORDS = 10_000;
  private static final long MOST_BYTES = 10L * 1024 * 1024;
  private static final Duration ITERATOR_LIFE = Duration.ofMinutes(5);

  @Override
  public ObjectNode perform(JsonCall call) {
    int limit = call.input().integer("Limit").orElse(MOST_RECORDS);
    if (limit < 1 || limit > MOST_RECORDS) {
      throw JsonInput.invalid("'" + limit + "'", "Limit", "Member must be between 1 and 10000");
    }
    Instant now = clock.instant();
    ShardIterator iterator = ShardIterator.decode(call.input().requiredText("ShardIterator"));
    Stream stream = streams.get(iterator.stream());
    if (!stream.createdAt().equals(iterator.streamCreatedAt())) {
      throw ServiceError.badRequest("InvalidArgumentException", "Invalid ShardIterator.");
    }
    if (iterator.issuedAt().plus(ITERATOR_LIFE).isBefore(now)) {
      throw ServiceError.badRequest("ExpiredIteratorException", "Iterator expired.");
    }
    Shard shard = stream.shard(iterator.shardId());
    List<AcceptedRecord> found = shard.from(iterator.place(), limit);

    ObjectNode output = call.output();
    ArrayNode records = output.putArray("Records");
    long bytes = 0;
    for (AcceptedRecord record : found) {
      byte[] data = record.data();
      bytes += data.length;
      if (bytes > MOST_BYTES) {
        break;
      }
      ObjectNode structure = records.addObject();
      structure.put("SequenceNumber", record.sequenceNumber());
      structure.put("PartitionKey", record.partitionKey());
      structure.put("Data", data);
      call.put(structure, "ApproximateArrivalTimestamp", record.acceptedAt());
    }
    int next = iterator.place() + records.size();
    output.put(
        "NextShardIterator",
        new ShardIterator(stream.name(), stream.createdAt(), shard.id(), next, now).encode());
    return output.put("MillisBehindLatest", millisBehind(shard, next, now));
  }

  private static long millisBehind(Shard shard, int next, Instant now) {
    return shard.from(next, 1).stream()
        .mapToLong(record -> Duration.between(record.acceptedAt(), now).toMillis())
        .findFirst()
        .orElse(0);
  }
}
