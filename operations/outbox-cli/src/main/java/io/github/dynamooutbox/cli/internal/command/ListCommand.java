package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Moments;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.replay.EventSelection;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the records that are in the table. */
@Command(
    name = "list",
    description = {
      "Lists the outbox records in the table, the newest first. Reads the whole table until it"
          + " has enough of them: on a large table prefer 'show', which reads one aggregate.",
      ""
    })
public final class ListCommand extends OutboxCommand {
  private static final int MOST = 10_000;

  @Mixin private final EventOptions events = new EventOptions();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Committed at this time or later, as in 2026-11-22T03:00:00Z or 2h.")
  private Optional<String> from = Optional.empty();

  @Option(names = "--to", paramLabel = "TIME", description = "Committed before this time.")
  private Optional<String> to = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most this many records. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Override
  protected CommandExit run(Session session) {
    Instant now = Instant.now();
    Optional<Instant> first = from.map(text -> Moments.of("--from", text, now));
    Optional<Instant> end = to.map(text -> Moments.of("--to", text, now));
    checkRange(first.orElse(Instant.MIN), end.orElse(Instant.MAX));
    EventSelection selection = events.selection(Optional.empty(), Optional.empty(), first, end);
    List<ListedRecord> found =
        AwsFailures.of(
            "the table \"" + session.config().table().name() + '"',
            () -> {
              try (Stream<DecodeResult.Decoded> all = session.operator().scan()) {
                return all.filter(each -> selection.includesSome(each.record()))
                    .map(each -> ListedRecord.of(each.record()))
                    .limit(limit)
                    .sorted(Comparator.comparing(ListedRecord::committed).reversed())
                    .toList();
              }
            });
    session.output().print(new ListReport(found, found.size() == limit));
    return CommandExit.DONE;
  }

  private void checkRange(Instant first, Instant end) {
    if (limit < 1 || limit > MOST) {
      throw new OperatorException(
          Kind.INPUT, "--limit %d: must be from 1 to %d".formatted(limit, MOST));
    }
    if (!first.isBefore(end)) {
      throw new OperatorException(
          Kind.INPUT,
          "--from %s --to %s: there is nothing in this range: --to must be later"
              .formatted(from.orElse(""), to.orElse("")));
    }
  }
}
