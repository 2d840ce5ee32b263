package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/** What a relay may do: nothing, until it is allowed. */
final class RelayRole extends Construct {
  private final Role role;

  /**
   * @param principal the service that takes the role
   */
  RelayRole(Construct scope, String id, String principal) {
    super(scope, id);
    role = Role.Builder.create(this, "Role").assumedBy(new ServicePrincipal(principal)).build();
  }

  Role role() {
    return role;
  }

  /** Adds a right that holds under conditions only. */
  void allow(
      List<String> actions, List<String> resources, Map<String, Map<String, Object>> conditions) {
    role.addToPolicy(
        PolicyStatement.Builder.create()
            .actions(actions)
            .resources(resources)
            .conditions(conditions)
            .build());
  }

  /** Adds a right; actions and resources are named. */
  void allow(List<String> actions, List<String> resources) {
    role.addToPolicy(
        PolicyStatement.Builder.create().actions(actions).resources(resources).build());
  }
}
