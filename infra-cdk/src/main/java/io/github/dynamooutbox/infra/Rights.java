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
    principal()
        .addToPrincipalPolicy(
            PolicyStatement.Builder.create()
                .actions(actions)
                .resources(resources)
                .conditions(conditions)
                .build());
  }

  /** Allows actions on resources. */
  void allow(List<String> actions, List<String> resources) {
    principal()
        .addToPrincipalPolicy(
            PolicyStatement.Builder.create().actions(actions).resources(resources).build());
  }
}
