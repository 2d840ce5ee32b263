package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.RelayRights;
import io.github.dynamooutbox.aws.target.TargetRight;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.EvaluationResult;
import software.amazon.awssdk.services.iam.model.PolicyEvaluationDecisionType;

/**
 * Examines whether a function's role may do what the relay does, with IAM's simulator. It knows the
 * role's own policies, and neither those of the resources nor those of the organisation.
 */
record RightsExamination(RelayConfig config, Examination examination) {
  void of(RelayLambda function, TableDescription table) {
    String subject = "rights of function \"%s\"".formatted(function.name());
    try (IamClient client = IamClient.builder().region(everywhere(table)).build()) {
      examination.look(
          subject,
          "iam:SimulatePrincipalPolicy",
          () -> {
            List<String> missing = new ArrayList<>();
            for (TargetRight right : RelayRights.of(config, table)) {
              missing.addAll(missing(client, function.role(), right));
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

  /** IAM has one endpoint in each partition. */
  private static Region everywhere(TableDescription table) {
    return Region.of(table.tableArn().split(":", 3)[1] + "-global");
  }

  private static List<String> missing(IamClient client, String role, TargetRight right) {
    return client
        .simulatePrincipalPolicyPaginator(
            request ->
                request
                    .policySourceArn(role)
                    .actionNames(right.actions())
                    .resourceArns(right.resource()))
        .evaluationResults()
        .stream()
        .filter(result -> result.evalDecision() != PolicyEvaluationDecisionType.ALLOWED)
        .map(EvaluationResult::evalActionName)
        .map(action -> action + " on " + right.resource())
        .toList();
  }
}
