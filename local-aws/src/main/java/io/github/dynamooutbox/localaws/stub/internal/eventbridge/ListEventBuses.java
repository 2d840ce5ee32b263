package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Lists all buses, sorted by name, on one page. */
record ListEventBuses(EventBuses buses) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    String prefix = call.input().text("NamePrefix").orElse("");
    ObjectNode output = call.output();
    ArrayNode list = output.putArray("EventBuses");
    for (EventBus bus : buses.all()) {
      if (bus.name().startsWith(prefix)) {
        list.addObject().put("Name", bus.name()).put("Arn", bus.arn());
      }
    }
    return output;
  }
}
