package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.verdict.Causes;
import io.github.dynamooutbox.cli.internal.verdict.Verdict;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.operations.operate.OutboxStatus;
import io.github.dynamooutbox.operations.operate.RelayLease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the state of the outbox. */
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
    String leaseTable = leases.name(session.config());
    OutboxStatus status = session.operator().status(leaseTable);
    Set<String> unrenewed =
        status.shards().stream().anyMatch(shard -> shard.owner().isPresent())
            ? unrenewed(session.operator(), leaseTable, status)
            : Set.of();
    Causes causes =
        new Causes(
            session.operator(),
            new RecordCodec(session.config().table().schema()),
            InstantSource.system());
    boolean receipts = session.config().control().orElseThrow().receipts();
    boolean publishes =
        status.published().stream()
            .flatMap(each -> each.values().stream())
            .anyMatch(count -> count > 0);
    Verdict verdict = Verdict.of(status, unrenewed, receipts, publishes, causes);
    session.output().print(StatusReport.of(session.config(), status, unrenewed, verdict));
    return verdict.needsSomebody() ? CommandExit.FOUND : CommandExit.DONE;
  }

  /** Only a second look shows which workers are alive. */
  private static Set<String> unrenewed(
      OutboxOperator operator, String leaseTable, OutboxStatus status) {
    Duration wait = Duration.between(Instant.now(), status.at().plus(RelayLease.RENEWED_WITHIN));
    try {
      Thread.sleep(Math.max(0, wait.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.of();
    }
    return operator.unrenewed(leaseTable, status);
  }
}
