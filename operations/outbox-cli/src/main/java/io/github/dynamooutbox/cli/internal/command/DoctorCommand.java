package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.cli.internal.doctor.Doctor;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what is wrong with an outbox, and how to fix it. */
@Command(
    name = "doctor",
    description = {
      "Examines tables, stream, targets, keys, clock, the relay and its rights: what is wrong, and"
          + " the command that fixes it. Changes and publishes nothing.",
      ""
    })
public final class DoctorCommand extends OutboxCommand {
  @Mixin private final LeaseTableOption leases = new LeaseTableOption();

  @Override
  protected CommandExit run(Session session) {
    Output output = session.output();
    Consumer<Finding> shown =
        output.isJson() ? any -> {} : finding -> output.print(new DoctorFinding(finding));
    List<Finding> findings =
        new Doctor(session.config(), leases.name(session.config()), output::note, shown).examine();
    output.print(new DoctorReport(findings));
    if (has(findings, Finding.Verdict.WRONG)) {
      return CommandExit.FOUND;
    }
    return has(findings, Finding.Verdict.UNCHECKED) ? CommandExit.ACCESS : CommandExit.DONE;
  }

  private static boolean has(List<Finding> findings, Finding.Verdict verdict) {
    return findings.stream().anyMatch(finding -> finding.verdict() == verdict);
  }
}
