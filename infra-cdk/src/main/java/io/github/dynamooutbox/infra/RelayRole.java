package io.github.dynamooutbox.infra;

import software.amazon.awscdk.services.iam.IPrincipal;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/** The role of a relay or function. */
final class RelayRole extends Rights {
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

  @Override
  IPrincipal principal() {
    return role;
  }
}
