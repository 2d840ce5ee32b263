package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.operate.OutboxStatus;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows how the outbox is. */
@Command(
    name = "status",
    description = {
      "Shows how far the relay is, how fast it publishes, which targets fail, and what is parked.",
      ""
    })
public final class StatusCommand extends OutboxCommand {
  @Mixin private final LeaseTableOption leases = new LeaseTableOption();

  @Override
  protected CommandExit run(Session session) {
    String table = session.config().table().name();
    OutboxStatus status = session.operator().status(leases.name(session.config()));
    session.output().print(new StatusReport(table, status));
    return CommandExit.DONE;
  }
}
