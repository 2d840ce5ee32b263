package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;

/** Creates a bus for an application's own events. */
record CreateEventBus(EventBuses buses) implements JsonAction {
  private static final String NAME = "[.\\-_A-Za-z0-9]{1,256}";

  @Override
  public ObjectNode perform(JsonCall call) {
    String name = call.input().requiredText("Name");
    if (!name.matches(NAME)) {
      throw JsonInput.invalid(
          "'" + name + "'", "Name", "Member must satisfy regular expression pattern: " + NAME);
    }
    return call.output().put("EventBusArn", buses.create(name).arn());
  }
}
