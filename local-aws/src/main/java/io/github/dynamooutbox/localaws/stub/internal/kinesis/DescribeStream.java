package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Describes a stream with all its shards. */
record DescribeStream(Streams streams) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    Stream stream = streams.get(call.input());
    ObjectNode output = call.output();
    ObjectNode description = output.putObject("StreamDescription");
    describe(call, stream, description);
    description.put("HasMoreShards", false);
    ArrayNode shards = description.putArray("Shards");
    stream.shards().forEach(shard -> shard.describe(shards.addObject()));
    return output;
  }

  /** What both ways of describing a stream say. */
  static void describe(JsonCall call, Stream stream, ObjectNode description) {
    description.put("StreamName", stream.name());
    description.put("StreamARN", stream.arn());
    description.put("StreamStatus", "ACTIVE");
    description.putObject("StreamModeDetails").put("StreamMode", stream.mode());
    description.put("RetentionPeriodHours", 24);
    description.put("EncryptionType", "NONE");
    description.putArray("EnhancedMonitoring");
    call.put(description, "StreamCreationTimestamp", stream.createdAt());
  }
}
