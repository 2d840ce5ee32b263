package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.RelayRights;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.iam.IamClient;

/** Examines whether a function's role may do what the relay does. */
record RightsExamination(RelayConfig config, Examination examination) {
  void of(RelayLambda function, TableDescription table) {
    String subject = "rights of function \"%s\"".formatted(function.name());
    try (IamClient client = PolicySimulation.client(table)) {
      examination.look(
          subject,
          PolicySimulation.RIGHT,
          () -> {
            PolicySimulation simulation = new PolicySimulation(client, function.role());
            List<String> missing = new ArrayList<>();
            for (TargetRight right : RelayRights.of(config, table)) {
              simulation.denied(right.actions(), right.resource()).stream()
                  .map(action -> action + " on " + right.resource())
                  .forEach(missing::add);
            }
            if (missing.isEmpty()) {
              examination.fine(subject, "suffice");
            } else {
              examination.wrong(
                  subject,
                  "lack %s".formatted(String.join(", ", missing)),
                  "allow it in the policy of %s, or deploy the stack again"
                      .formatted(function.role()));
            }
          });
    }
  }
}
