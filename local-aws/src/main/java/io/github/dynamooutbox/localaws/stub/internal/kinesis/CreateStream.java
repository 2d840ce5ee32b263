package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;

/** Creates a stream, which is active at once. */
record CreateStream(Streams streams) implements JsonAction {
  private static final String NAME = "[a-zA-Z0-9_.-]{1,128}";
  private static final int ON_DEMAND_SHARDS = 4;
  private static final int MOST_SHARDS = 1000;

  @Override
  public ObjectNode perform(JsonCall call) {
    String name = call.input().requiredText("StreamName");
    if (!name.matches(NAME)) {
      throw JsonInput.invalid(
          "'" + name + "'",
          "StreamName",
          "Member must satisfy regular expression pattern: " + NAME);
    }
    String mode =
        call.input()
            .structure("StreamModeDetails")
            .map(details -> details.requiredText("StreamMode"))
            .orElse("PROVISIONED");
    int shards = call.input().integer("ShardCount").orElse(ON_DEMAND_SHARDS);
    if (shards < 1 || shards > MOST_SHARDS) {
      throw JsonInput.invalid(
          "'" + shards + "'", "ShardCount", "Member must be between 1 and " + MOST_SHARDS);
    }
    streams.create(name, shards, mode);
    return call.output();
  }
}
