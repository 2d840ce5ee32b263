package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Deletes a bus with its rules; a bus that does not exist is fine. */
record DeleteEventBus(EventBuses buses) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    buses.delete(Account.nameOf(call.input().requiredText("Name")));
    return call.output();
  }
}
