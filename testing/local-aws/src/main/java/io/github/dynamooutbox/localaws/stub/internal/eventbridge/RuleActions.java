package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.eventbridge.EventBridge.EventBuses;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The actions on rules and their targets. */
record RuleActions(EventBuses buses, Deliveries deliveries) {
  private static final List<String> TRANSFORMATIONS =
      List.of("Input", "InputPath", "InputTransformer");

  /** Adds or replaces a rule with an event pattern. */
  ObjectNode put(JsonCall call) {
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
    boolean enabled = !call.input().text("State").orElse("ENABLED").equals("DISABLED");
    bus(call).put(name, pattern, enabled);
    String bus = EventBuses.nameIn(call.input());
    return call.output().put("RuleArn", buses.ruleArn(bus, name));
  }

  /** Deletes a rule that has no targets; a rule that does not exist is not an error. */
  ObjectNode delete(JsonCall call) {
    bus(call).delete(call.input().requiredText("Name"));
    return call.output();
  }

  /**
   * Adds queues to a rule; refuses, entry by entry, targets that the stub cannot serve as
   * requested.
   */
  ObjectNode putTargets(JsonCall call) {
    ObjectNode output = call.output();
    ArrayNode failed = output.putArray("FailedEntries");
    List<EventBus.RuleTarget> targets = new ArrayList<>();
    for (JsonInput entry : call.input().structures("Targets")) {
      String id = entry.requiredText("Id");
      Optional<String> refusal = refusal(entry);
      if (refusal.isPresent()) {
        failed
            .addObject()
            .put("TargetId", id)
            .put("ErrorCode", "ValidationException")
            .put("ErrorMessage", refusal.get());
      } else {
        targets.add(new EventBus.RuleTarget(id, entry.requiredText("Arn"), groupId(entry)));
      }
    }
    List<String> replaced = targets.stream().map(EventBus.RuleTarget::id).toList();
    bus(call).retarget(call.input().requiredText("Rule"), replaced, targets);
    return output.put("FailedEntryCount", failed.size());
  }

  ObjectNode removeTargets(JsonCall call) {
    bus(call).retarget(call.input().requiredText("Rule"), call.input().texts("Ids"), List.of());
    ObjectNode output = call.output().put("FailedEntryCount", 0);
    output.putArray("FailedEntries");
    return output;
  }

  private EventBus bus(JsonCall call) {
    return buses.get(EventBuses.nameIn(call.input()));
  }

  private Optional<String> refusal(JsonInput entry) {
    String arn = entry.requiredText("Arn");
    if (!Account.isQueueArn(arn)) {
      return Optional.of("This stub delivers to SQS queues only.");
    }
    if (!deliveries.possible()) {
      return Optional.of("This stub was started without a delivery to queues.");
    }
    if (Account.isFifo(arn) && groupId(entry).isEmpty()) {
      return Optional.of("Parameter(s) SqsParameters must be specified for target: " + arn);
    }
    return TRANSFORMATIONS.stream()
        .filter(entry::has)
        .map(member -> "This stub does not know " + member + '.')
        .findFirst();
  }

  private static Optional<String> groupId(JsonInput entry) {
    return entry.structure("SqsParameters").flatMap(sqs -> sqs.text("MessageGroupId"));
  }
}
