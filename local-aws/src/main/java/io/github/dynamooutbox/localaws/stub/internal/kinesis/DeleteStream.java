package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Deletes a stream, which is gone at once. */
record DeleteStream(Streams streams) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    streams.delete(streams.get(call.input()));
    return call.output();
  }
}
