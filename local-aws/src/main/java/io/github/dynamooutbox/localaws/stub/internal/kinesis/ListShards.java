package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Lists a stream's shards, or those after one of them, on one page: none is ever closed. */
record ListShards(Streams streams) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    Stream stream = streams.get(call.input());
    String after = call.input().text("ExclusiveStartShardId").orElse("");
    ObjectNode output = call.output();
    ArrayNode shards = output.putArray("Shards");
    stream.shards().stream()
        .filter(shard -> shard.id().compareTo(after) > 0)
        .forEach(shard -> shard.describe(shards.addObject()));
    return output;
  }
}
