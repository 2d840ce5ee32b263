package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.AuditAct;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.operations.audit.AuditRequest;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Accounts for every event. */
@Command(
    name = "audit",
    description = {
      "Proves for a range of time what became of every event, for each of its targets, and lists"
          + " what is missing. Reads the whole table; changes nothing.",
      ""
    })
public final class AuditCommand extends OutboxCommand {
  @Mixin private final AuditOptions options = new AuditOptions();

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Resumes the interrupted audit in this directory, with its original options.")
  private Optional<Path> resumed = Optional.empty();

  @Override
  protected CommandExit run(Session session) {
    if (resumed.isPresent() && options.isGiven()) {
      throw new OperatorException(
          Kind.INPUT,
          "--resume: continues with the range that the audit was started with: leave out --from,"
              + " --to, --relayed-until and --state");
    }
    AuditRequest request =
        resumed
            .map(directory -> AuditRequest.interrupted(directory.toAbsolutePath()))
            .orElseGet(() -> options.request(Instant.now().truncatedTo(ChronoUnit.SECONDS)));
    AuditRun run = new AuditRun(session, request, options.unitsPerSecond());
    try {
      AuditAct.Findings found = run.run();
      String prefix = session.config().table().schema().prefix();
      session.output().print(new AuditSummary(found, request.directory(), prefix));
      return found.report().isProof() ? CommandExit.DONE : CommandExit.FOUND;
    } catch (CancellationException e) {
      return CommandExit.INTERRUPTED;
    }
  }
}
