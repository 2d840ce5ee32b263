package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Deletes a rule that has no targets; a rule that does not exist is fine. */
record DeleteRule(EventBuses buses) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    buses.get(EventBuses.nameIn(call.input())).delete(call.input().requiredText("Name"));
    return call.output();
  }
}
