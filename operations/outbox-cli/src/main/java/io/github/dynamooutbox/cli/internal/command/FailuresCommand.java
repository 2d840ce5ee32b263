package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.operations.replay.FailedBatchList;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists what Lambda has abandoned. */
@Command(
    name = "failures",
    description = {
      "Lists the batches that Lambda has abandoned and written to the mapping's on-failure bucket.",
      ""
    })
public final class FailuresCommand extends OutboxCommand {
  @Mixin private final FailureOptions options = new FailureOptions();

  @Override
  protected CommandExit run(Session session) {
    try {
      FailedBatchList found = options.read(session, options.open(session));
      session.output().print(new FailuresReport(found));
      return found.batches().isEmpty() && found.unusable().isEmpty()
          ? CommandExit.DONE
          : CommandExit.FOUND;
    } catch (CancellationException e) {
      return CommandExit.INTERRUPTED;
    }
  }
}
