package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** Finds a place in a shard to read from. */
record GetShardIterator(Streams streams, Clock clock) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
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
}
