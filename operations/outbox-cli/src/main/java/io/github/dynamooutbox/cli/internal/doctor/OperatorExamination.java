package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.sts.StsClient;

/**
 * Examines which commands the caller has the rights for: with IAM's policy simulator or, if the
 * caller may not use it, by trying actions that change nothing.
 */
record OperatorExamination(Examination examination, NeededRights needed) {
  private static final String SUBJECT = "your rights";
  private static final Pattern SESSION =
      Pattern.compile("arn:[^:]+:sts::\\d+:assumed-role/([^/]+)/.+");
  private static final Pattern USER = Pattern.compile("arn:[^:]+:iam::\\d+:user/.+");

  /**
   * @param table its ARN names the partition that IAM is asked in
   */
  void run(TableDescription table, OperatorTrial trial) {
    AtomicBoolean simulated = new AtomicBoolean();
    try (IamClient client = PolicySimulation.client(table)) {
      examination.look(
          SUBJECT,
          "iam:GetRole and " + PolicySimulation.RIGHT,
          () -> {
            Optional<String> principal = principal(client);
            if (principal.isPresent()) {
              simulate(new PolicySimulation(client, principal.get()));
              simulated.set(true);
            } else {
              examination.unchecked(
                  SUBJECT,
                  "are those of neither a user nor a role",
                  "run it as a user or a role to have them examined");
            }
          });
    }
    if (!simulated.get()) {
      examination.look(SUBJECT, "each right in the documentation", () -> attempt(trial));
    }
  }

  /** The ARN of the principal whose policies apply: for a session, its role. */
  private static Optional<String> principal(IamClient client) {
    String caller;
    try (StsClient sts =
        StsClient.builder().overrideConfiguration(OperatorClients::forQuestions).build()) {
      caller = sts.getCallerIdentity().arn();
    }
    Matcher session = SESSION.matcher(caller);
    if (session.matches()) {
      return Optional.of(client.getRole(role -> role.roleName(session.group(1))).role().arn());
    }
    return USER.matcher(caller).matches() ? Optional.of(caller) : Optional.empty();
  }

  private void simulate(PolicySimulation simulation) {
    List<String> missing = new ArrayList<>();
    for (String resource : needed.resources()) {
      simulation.denied(needed.actions(resource), resource).stream()
          .map(action -> needed.lacking(action, resource))
          .forEach(missing::add);
    }
    if (missing.isEmpty()) {
      examination.fine(SUBJECT, "suffice for all commands");
    } else {
      lack(missing, simulation.principal());
    }
  }

  private void attempt(OperatorTrial trial) {
    List<String> missing = new ArrayList<>();
    TreeSet<String> allowed = new TreeSet<>();
    TreeSet<String> untried = new TreeSet<>();
    for (String resource : needed.resources()) {
      for (String action : needed.actions(resource)) {
        switch (trial.of(action, resource)) {
          case ALLOWED -> allowed.add(action);
          case DENIED -> missing.add(needed.lacking(action, resource));
          case UNTRIED -> untried.add(action);
        }
      }
    }
    if (!missing.isEmpty()) {
      lack(missing, "whoever runs this");
    }
    examination.fine(
        SUBJECT,
        "were tried where that changes nothing, and include %s; not tried: %s"
            .formatted(String.join(", ", allowed), String.join(", ", untried)));
  }

  private void lack(List<String> missing, String principal) {
    examination.advise(
        SUBJECT,
        "lack " + String.join("; ", missing),
        "allow %s what it should run".formatted(principal));
  }
}
