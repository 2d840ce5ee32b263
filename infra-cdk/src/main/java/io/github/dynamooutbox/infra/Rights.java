package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.iam.IPrincipal;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.constructs.Construct;

/** What somebody may do: nothing until something is allowed. */
abstract class Rights extends Construct {
  Rights(Construct scope, String id) {
    super(scope, id);
  }

  /** Who may do it. */
  abstract IPrincipal principal();

  /** Allows actions on resources under conditions. */
  void allow(
      List<String> actions, List<String> resources, Map<String, Map<String, Object>> conditions) {
    allow(
        PolicyStatement.Builder.create()
            .actions(actions)
            .resources(resources)
            .conditions(conditions)
            .build());
  }

  /** Allows actions on resources. */
  void allow(List<String> actions, List<String> resources) {
    allow(PolicyStatement.Builder.create().actions(actions).resources(resources).build());
  }

  private void allow(PolicyStatement statement) {
    if (!Boolean.TRUE.equals(principal().addToPrincipalPolicy(statement).getStatementAdded())) {
      throw new IllegalArgumentException(
          "%s takes no statements: give a role, a user or a group"
              .formatted(principal().getClass().getSimpleName()));
    }
  }
}
