package io.github.dynamooutbox.kcl.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A part of the stream: the records of some partition keys, from one position to another. */
final class VirtualShard {
  private static final ObjectMapper JSON = new ObjectMapper();

  final String id;
  final int low;
  final int high;
  private final Optional<String> parent;
  private final BigInteger start;
  private final List<JsonNode> records = new ArrayList<>();
  private Optional<BigInteger> end = Optional.empty();

  /**
   * @param low the first hash of a partition key that it holds
   * @param high the first hash beyond it
   */
  VirtualShard(String id, Optional<String> parent, BigInteger start, int low, int high) {
    this.id = id;
    this.parent = parent;
    this.start = start;
    this.low = low;
    this.high = high;
  }

  boolean holds(int hash) {
    return end.isEmpty() && low <= hash && hash < high;
  }

  void add(JsonNode record) {
    records.add(record);
  }

  void close(BigInteger last) {
    end = Optional.of(last);
  }

  boolean isOpen() {
    return end.isEmpty();
  }

  JsonNode described() {
    ObjectNode shard = JSON.createObjectNode().put("ShardId", id);
    parent.ifPresent(name -> shard.put("ParentShardId", name));
    ObjectNode range = shard.putObject("SequenceNumberRange");
    range.put("StartingSequenceNumber", start.toString());
    end.ifPresent(last -> range.put("EndingSequenceNumber", last.toString()));
    return shard;
  }

  /** The index at which an iterator of this type starts. */
  int index(String type, String position) {
    if (type.equals("TRIM_HORIZON")) {
      return 0;
    }
    if (type.equals("LATEST")) {
      return records.size();
    }
    BigInteger first = new BigInteger(position);
    int index = 0;
    while (index < records.size()
        && sequence(records.get(index)).compareTo(first) < (type.startsWith("AFTER") ? 1 : 0)) {
      index++;
    }
    return index;
  }

  /** The answer to a read from there. */
  JsonNode read(int index, int limit) {
    int next = Math.min(records.size(), index + limit);
    ObjectNode answer = JSON.createObjectNode();
    records.subList(index, next).forEach(answer.putArray("Records")::add);
    if (isOpen() || next < records.size()) {
      answer.put("NextShardIterator", id + "|" + next);
    }
    return answer;
  }

  static BigInteger sequence(JsonNode record) {
    return new BigInteger(record.get("dynamodb").get("SequenceNumber").asText());
  }
}
