package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Describes a stream without its shards. */
record DescribeStreamSummary(Streams streams) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    Stream stream = streams.get(call.input());
    ObjectNode output = call.output();
    ObjectNode description = output.putObject("StreamDescriptionSummary");
    DescribeStream.describe(call, stream, description);
    description.put("OpenShardCount", stream.shards().size());
    description.put("ConsumerCount", 0);
    return output;
  }
}
