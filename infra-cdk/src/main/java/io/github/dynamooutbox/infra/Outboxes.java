package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.Stack;
import software.constructs.Construct;
import software.constructs.IConstruct;

/**
 * All outboxes of an app, at its root: each is checked beside those before it, and once more when
 * the app is complete, because only then is it known what else there is.
 */
final class Outboxes extends Construct {
  private static final String ID = "Dynamo Outboxes";

  private final List<Deployment> made = new ArrayList<>();

  private Outboxes(Construct scope) {
    super(scope, ID);
  }

  static Outboxes of(Construct scope) {
    Construct root = (Construct) scope.getNode().getRoot();
    return root.getNode().tryFindChild(ID) instanceof Outboxes there ? there : new Outboxes(root);
  }

  /**
   * Checks a new one.
   *
   * @throws ConfigException with everything that is wrong already
   */
  void check(Construct outbox, OutboxConfig config) {
    Deployment deployment = Deployment.in(Deployment.Place.of(outbox), config, List.copyOf(made));
    SynthesisCheck.of(deployment);
    made.add(deployment);
    outbox
        .getNode()
        .addValidation(() -> SynthesisCheck.all(deployment.among(around(outbox, config.given()))));
  }

  /**
   * What is in the stacks of the outbox and of what it was given. Not the whole app: each call from
   * within a validation deepens the stack of the CDK's process, and a stack has at most 500
   * resources.
   */
  private static List<IConstruct> around(Construct outbox, Given given) {
    return Stream.concat(Stream.of(outbox), given.alarms().stream())
        .map(Stack::of)
        .distinct()
        .flatMap(stack -> stack.getNode().findAll().stream())
        .toList();
  }
}
