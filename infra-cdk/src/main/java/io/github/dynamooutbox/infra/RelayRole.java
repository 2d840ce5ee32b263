package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/** The role of a relay or function: it may do nothing until something is allowed. */
final class RelayRole extends Construct {
  private final Role role;

  /**
   * @param principal the service that assumes the role
   */
  RelayRole(Construct scope, String id, String principal) {
    super(scope, id);
    role = Role.Builder.create(this, "Role").assumedBy(new ServicePrincipal(principal)).build();
  }

  Role role() {
    return role;
  }

  /** Allows actions on resources under conditions. */
  void allow(
      List<String> actions, List<String> resources, Map<String, Map<String, Object>> conditions) {
    role.addToPolicy(
        PolicyStatement.Builder.create()
            .actions(actions)
            .resources(resources)
            .conditions(conditions)
            .build());
  }

  /** Allows actions on resources. */
  void allow(List<String> actions, List<String> resources) {
    role.addToPolicy(
        PolicyStatement.Builder.create().actions(actions).resources(resources).build());
  }
}
