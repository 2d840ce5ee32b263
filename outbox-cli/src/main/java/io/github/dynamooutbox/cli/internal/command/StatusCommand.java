package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.operate.OutboxStatus;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows how the outbox is. */
@Command(
    name = "status",
    description = {
      "Shows how far the relay is, how fast it publishes, which targets fail, and what is parked.",
      ""
    })
public final class StatusCommand extends OutboxCommand {
  @Option(
      names = "--lease-table",
      paramLabel = "NAME",
      description = "Lease table of the KCL relay. Default: <table>-outbox-relay.")
  private Optional<String> leases = Optional.empty();

  @Override
  protected CommandExit run(Session session) {
    String table = session.config().table().name();
    OutboxStatus status = session.operator().status(leases.orElse(table + "-outbox-relay"));
    session.output().print(new StatusReport(table, status));
    return CommandExit.DONE;
  }
}
