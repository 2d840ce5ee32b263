package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.examine.Examination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.sts.StsClient;

/** Examines which commands the caller has the rights for on the two tables. */
record OperatorExamination(Examination examination) {
  private static final String SUBJECT = "your rights";
  private static final Pattern SESSION =
      Pattern.compile("arn:[^:]+:sts::\\d+:assumed-role/([^/]+)/.+");
  private static final Pattern USER = Pattern.compile("arn:[^:]+:iam::\\d+:user/.+");

  void of(TableDescription table, Optional<TableDescription> control) {
    try (IamClient client = PolicySimulation.client(table)) {
      examination.look(
          SUBJECT,
          "iam:GetRole and " + PolicySimulation.RIGHT,
          () ->
              principal(client)
                  .ifPresentOrElse(
                      principal -> judge(new PolicySimulation(client, principal), table, control),
                      () ->
                          examination.unchecked(
                              SUBJECT,
                              "are those of neither a user nor a role",
                              "use one of these to have them examined")));
    }
  }

  /** The ARN of whose policies count: a session has those of its role. */
  private static Optional<String> principal(IamClient client) {
    String caller;
    try (StsClient sts = StsClient.create()) {
      caller = sts.getCallerIdentity().arn();
    }
    Matcher session = SESSION.matcher(caller);
    if (session.matches()) {
      return Optional.of(client.getRole(role -> role.roleName(session.group(1))).role().arn());
    }
    return USER.matcher(caller).matches() ? Optional.of(caller) : Optional.empty();
  }

  private void judge(
      PolicySimulation simulation, TableDescription table, Optional<TableDescription> control) {
    List<String> missing =
        new ArrayList<>(missing(simulation, table.tableArn(), OperatorRights::onTable));
    control.ifPresent(
        it -> missing.addAll(missing(simulation, it.tableArn(), OperatorRights::onControl)));
    if (missing.isEmpty()) {
      examination.fine(SUBJECT, "on the tables suffice for all commands");
    } else {
      examination.advise(
          SUBJECT,
          "lack " + String.join("; ", missing),
          "allow %s what it should run".formatted(simulation.principal()));
    }
  }

  /** Each action that is denied, with the commands that need it. */
  private static List<String> missing(
      PolicySimulation simulation, String table, Function<OperatorRights, Set<String>> rights) {
    TreeMap<String, Set<String>> commands = new TreeMap<>();
    for (OperatorRights each : OperatorRights.ALL) {
      for (String action : rights.apply(each)) {
        commands.computeIfAbsent("dynamodb:" + action, any -> new TreeSet<>()).add(each.command());
      }
    }
    return simulation.denied(List.copyOf(commands.keySet()), table).stream()
        .map(
            action ->
                "%s on %s, for %s"
                    .formatted(action, table, String.join(", ", commands.get(action))))
        .toList();
  }
}
