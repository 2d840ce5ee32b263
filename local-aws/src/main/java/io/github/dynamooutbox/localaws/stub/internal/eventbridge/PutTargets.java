package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Points a rule to queues; refuses, entry by entry, what the stub could not deliver as asked. */
record PutTargets(EventBuses buses, Deliveries deliveries) implements JsonAction {
  private static final List<String> TRANSFORMATIONS =
      List.of("Input", "InputPath", "InputTransformer");

  @Override
  public ObjectNode perform(JsonCall call) {
    ObjectNode output = call.output();
    ArrayNode failed = output.putArray("FailedEntries");
    List<RuleTarget> targets = new ArrayList<>();
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
        targets.add(
            new RuleTarget(
                id,
                entry.requiredText("Arn"),
                entry.structure("SqsParameters").flatMap(sqs -> sqs.text("MessageGroupId"))));
      }
    }
    buses
        .get(EventBuses.nameIn(call.input()))
        .retarget(
            call.input().requiredText("Rule"),
            targets.stream().map(RuleTarget::id).toList(),
            targets);
    return output.put("FailedEntryCount", failed.size());
  }

  private Optional<String> refusal(JsonInput entry) {
    String arn = entry.requiredText("Arn");
    if (!Account.isQueueArn(arn)) {
      return Optional.of("This stub delivers to SQS queues only.");
    }
    if (!deliveries.possible()) {
      return Optional.of("This stub was started without a delivery to queues.");
    }
    boolean hasGroup =
        entry.structure("SqsParameters").flatMap(sqs -> sqs.text("MessageGroupId")).isPresent();
    if (Account.isFifo(arn) && !hasGroup) {
      return Optional.of("Parameter(s) SqsParameters must be specified for target: " + arn);
    }
    return TRANSFORMATIONS.stream()
        .filter(entry::has)
        .map(member -> "This stub does not know " + member + '.')
        .findFirst();
  }
}
