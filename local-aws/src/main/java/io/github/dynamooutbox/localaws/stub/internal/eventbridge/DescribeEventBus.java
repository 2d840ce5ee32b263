package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Tells whether a bus exists, and its ARN. */
record DescribeEventBus(EventBuses buses) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    EventBus bus =
        buses.get(call.input().text("Name").map(Account::nameOf).orElse(EventBuses.DEFAULT));
    ObjectNode output = call.output().put("Name", bus.name()).put("Arn", bus.arn());
    call.put(output, "CreationTime", bus.createdAt());
    return output;
  }
}
