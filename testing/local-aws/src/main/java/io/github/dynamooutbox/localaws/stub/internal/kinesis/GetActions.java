package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import io.github.dynamooutbox.localaws.stub.internal.kinesis.Kinesis.Streams;
import io.github.dynamooutbox.localaws.stub.internal.kinesis.Stream.Shard;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** The actions that read a shard: find a position in it, and read from there. */
record GetActions(Streams streams, Clock clock) {
  private static final int MAX_RECORDS = 10_000;
  private static final long MAX_BYTES = 10L * 1024 * 1024;
  private static final Duration ITERATOR_LIFE = Duration.ofMinutes(5);

  ObjectNode iterator(JsonCall call) {
    Stream stream = streams.get(call.input());
    Shard shard = stream.shard(call.input().requiredText("ShardId"));
    ShardIterator iterator =
        new ShardIterator(
            stream.name(),
            stream.createdAt(),
            shard.id(),
            place(call.input(), shard),
            clock.instant());
    return call.output().put("ShardIterator", iterator.encode());
  }

  private static int place(JsonInput input, Shard shard) {
    String type = input.requiredText("ShardIteratorType");
    return switch (type) {
      case "TRIM_HORIZON" -> 0;
      case "LATEST" -> shard.size();
      case "AT_SEQUENCE_NUMBER" -> firstWhere(shard, number(input, 0));
      case "AFTER_SEQUENCE_NUMBER" -> firstWhere(shard, number(input, 1));
      case "AT_TIMESTAMP" -> {
        Instant time = input.instant("Timestamp").orElse(Instant.EPOCH);
        yield firstWhere(shard, record -> !record.acceptedAt().isBefore(time));
      }
      default ->
          throw JsonInput.invalid(
              "'" + type + "'",
              "ShardIteratorType",
              "Member must satisfy enum value set: [AFTER_SEQUENCE_NUMBER, LATEST, AT_TIMESTAMP,"
                  + " AT_SEQUENCE_NUMBER, TRIM_HORIZON]");
    };
  }

  private static Predicate<AcceptedRecord> number(JsonInput input, int distance) {
    String text = input.requiredText("StartingSequenceNumber");
    if (!text.matches("\\d+")) {
      throw JsonInput.invalid("'...'", "StartingSequenceNumber", "Member must be a number");
    }
    BigInteger least = new BigInteger(text).add(BigInteger.valueOf(distance));
    return record -> new BigInteger(record.sequenceNumber()).compareTo(least) >= 0;
  }

  private static int firstWhere(Shard shard, Predicate<AcceptedRecord> condition) {
    List<AcceptedRecord> records = shard.from(0, Integer.MAX_VALUE);
    int place = 0;
    while (place < records.size() && !condition.test(records.get(place))) {
      place++;
    }
    return place;
  }

  ObjectNode records(JsonCall call) {
    int limit = call.input().integer("Limit").orElse(MAX_RECORDS);
    if (limit < 1 || limit > MAX_RECORDS) {
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
    ObjectNode output = call.output();
    ArrayNode records = output.putArray("Records");
    long bytes = 0;
    for (AcceptedRecord record : shard.from(iterator.place(), limit)) {
      byte[] data = record.data().asByteArrayUnsafe();
      bytes += data.length;
      if (bytes > MAX_BYTES) {
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
