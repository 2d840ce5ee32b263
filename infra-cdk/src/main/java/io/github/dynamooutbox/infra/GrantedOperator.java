package io.github.dynamooutbox.infra;

import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.iam.IPrincipal;
import software.constructs.Construct;

/** Who runs the operators' commands, with a role or user that was made elsewhere. */
final class GrantedOperator extends Rights {
  private final IGrantable operator;

  GrantedOperator(Construct scope, String id, IGrantable operator) {
    super(scope, id);
    this.operator = operator;
  }

  @Override
  IPrincipal principal() {
    return operator.getGrantPrincipal();
  }
}
