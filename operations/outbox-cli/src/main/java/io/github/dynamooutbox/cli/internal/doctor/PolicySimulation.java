package io.github.dynamooutbox.cli.internal.doctor;

import java.util.List;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.EvaluationResult;
import software.amazon.awssdk.services.iam.model.PolicyEvaluationDecisionType;

/**
 * IAM's policy simulator. It knows a principal's own policies, and neither those of the resources
 * nor those of the organisation.
 */
record PolicySimulation(IamClient client, String principal) {
  static final String RIGHT = "iam:SimulatePrincipalPolicy";

  /** IAM has one endpoint in each partition. */
  static IamClient client(TableDescription table) {
    return IamClient.builder()
        .region(Region.of(table.tableArn().split(":", 3)[1] + "-global"))
        .build();
  }

  /**
   * Which of the actions the principal is denied.
   *
   * @param resource an ARN
   */
  List<String> denied(List<String> actions, String resource) {
    return client
        .simulatePrincipalPolicyPaginator(
            request ->
                request.policySourceArn(principal).actionNames(actions).resourceArns(resource))
        .evaluationResults()
        .stream()
        .filter(result -> result.evalDecision() != PolicyEvaluationDecisionType.ALLOWED)
        .map(EvaluationResult::evalActionName)
        .toList();
  }
}
