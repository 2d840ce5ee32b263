package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import java.util.List;

/** Takes targets off a rule. */
record RemoveTargets(EventBuses buses) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    buses
        .get(EventBuses.nameIn(call.input()))
        .retarget(call.input().requiredText("Rule"), call.input().texts("Ids"), List.of());
    ObjectNode output = call.output().put("FailedEntryCount", 0);
    output.putArray("FailedEntries");
    return output;
  }
}
