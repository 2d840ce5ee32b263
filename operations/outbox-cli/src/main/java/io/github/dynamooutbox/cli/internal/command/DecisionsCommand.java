package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Moments;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows who decided what. */
@Command(
    name = "decisions",
    description = {
      "Who decided what, the latest first: each redrive, reroute, discard, purge, replay and resend"
          + " from the command line or the console, and each discard and send of the redrive"
          + " function, and how it ended.",
      ""
    })
public final class DecisionsCommand extends OutboxCommand {
  /** What is shown if nobody says since when. */
  public static final Duration RECENT = Duration.ofDays(30);

  private static final int MOST = 5_000;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Decided at this time or later, as in 2026-11-22T03:00:00Z, or that long ago, as in 2h."
              + " Default: 30 days before --until, or before now.")
  private Optional<String> since = Optional.empty();

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Decided before this time, or that long ago.")
  private Optional<String> until = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most this many. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Override
  protected CommandExit run(Session session) {
    if (limit < 1 || limit > MOST) {
      throw new OperatorException(
          Kind.INPUT, "--limit %d: must be from 1 to %d".formatted(limit, MOST));
    }
    Instant now = Instant.now();
    Optional<Instant> to = until.map(text -> Moments.of("--until", text, now));
    Instant from =
        since.map(text -> Moments.of("--since", text, now)).orElseGet(() -> before(to.orElse(now)));
    if (since.isPresent() && to.isPresent() && !from.isBefore(to.get())) {
      throw new OperatorException(
          Kind.INPUT,
          "--since %s --until %s: there is nothing in this range: --until must be later"
              .formatted(since.get(), until.get()));
    }
    session.output().print(report(session.operator(), from, to, limit));
    return CommandExit.DONE;
  }

  private static Instant before(Instant end) {
    return end.isAfter(Instant.EPOCH) ? end.minus(RECENT) : Instant.MIN;
  }

  /** The latest decisions, at most {@code limit}. */
  public static DecisionsReport report(
      OutboxOperator operator, Instant since, Optional<Instant> until, int limit) {
    List<LoggedDecision> found = operator.decided(since, until.orElse(Instant.MAX), limit + 1);
    boolean isMore = found.size() > limit;
    return new DecisionsReport(isMore ? found.subList(0, limit) : found, isMore, since, until);
  }
}
