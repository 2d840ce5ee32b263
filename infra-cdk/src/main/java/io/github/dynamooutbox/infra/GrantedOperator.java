package io.github.dynamooutbox.infra;

import java.util.Optional;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.iam.IPrincipal;
import software.constructs.Construct;

/** Who runs the operators' commands, with a role or user that was made elsewhere. */
final class GrantedOperator extends Rights {
  private final IGrantable operator;

  GrantedOperator(Construct scope, String id, IGrantable operator) {
    super(scope, id);
    this.operator = operator;
    Optional<String> account =
        Optional.ofNullable(principal().getPrincipalAccount()).flatMap(Deployment.Place::known);
    // The CDK would pretend to add statements, and add none.
    if (account.isPresent()
        && Deployment.Place.of(scope)
            .account()
            .filter(own -> !own.equals(account.get()))
            .isPresent()) {
      throw new IllegalArgumentException(
          "a role of account %s takes no statements from another account's stack: give one of the stack's account, which it may assume"
              .formatted(account.get()));
    }
  }

  @Override
  IPrincipal principal() {
    return operator.getGrantPrincipal();
  }
}
