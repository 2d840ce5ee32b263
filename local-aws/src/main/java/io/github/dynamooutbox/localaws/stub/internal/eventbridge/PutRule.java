package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Adds or replaces a rule with an event pattern. */
record PutRule(EventBuses buses) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    String name = call.input().requiredText("Name");
    if (call.input().has("ScheduleExpression")) {
      throw ServiceError.badRequest("ValidationException", "This stub has no scheduled rules.");
    }
    String pattern =
        call.input()
            .text("EventPattern")
            .orElseThrow(
                () ->
                    ServiceError.badRequest(
                        "ValidationException",
                        "Parameter(s) EventPattern or ScheduleExpression must be specified."));
    String bus = EventBuses.nameIn(call.input());
    boolean enabled = !call.input().text("State").orElse("ENABLED").equals("DISABLED");
    buses.get(bus).put(name, pattern, enabled);
    return call.output().put("RuleArn", buses.ruleArn(bus, name));
  }
}
