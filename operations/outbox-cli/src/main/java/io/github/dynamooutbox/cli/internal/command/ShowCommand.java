package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Moments;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.archive.S3Archive;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.replay.ArchivedRecords;
import io.github.dynamooutbox.operations.replay.EventSelection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the history of an aggregate's events. */
@Command(
    name = "show",
    description = {
      "Shows the history of an aggregate's events: when each was committed, where and when it was"
          + " published, whether it is parked, and what was decided about it.",
      ""
    })
public final class ShowCommand extends OutboxCommand {
  @Parameters(paramLabel = "AGGREGATE", description = "Type and id, as in Order#42.")
  private String aggregate = "";

  @Option(names = "--event", paramLabel = "ID", description = "Only this event.")
  private Optional<String> eventId = Optional.empty();

  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Option(
      names = "--from-archive",
      paramLabel = "s3://BUCKET/PREFIX",
      description =
          "Also records that have expired, from this archive. Needs --from: it reads all of what was"
              + " committed from then on.")
  private Optional<String> archive = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "With --from-archive: committed at this time or later, as in 2026-11-22T03:00:00Z or 2h.")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "With --from-archive: committed before this time.")
  private Optional<String> to = Optional.empty();

  @Override
  protected CommandExit run(Session session) {
    Aggregates.check("AGGREGATE", aggregate);
    Optional<EventSelection> selection = selection(Instant.now());
    ShowReport report =
        new Timeline(session.config(), session.operator(), payload.view())
            .of(
                "AGGREGATE",
                aggregate,
                eventId,
                selection.map(range -> archived(session, range)).orElse(List.of()));
    session.output().print(report);
    return report.needsSomebody() ? CommandExit.FOUND : CommandExit.DONE;
  }

  private Optional<EventSelection> selection(Instant now) {
    if (archive.isPresent() != from.isPresent() || (to.isPresent() && archive.isEmpty())) {
      throw new OperatorException(
          Kind.INPUT,
          "--from-archive: needs --from, because an archive may go back years; and without it,"
              + " --from and --to mean nothing");
    }
    return archive.map(
        any ->
            new EventSelection(
                Optional.of(aggregate),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                from.map(text -> Moments.of("--from", text, now)),
                to.map(text -> Moments.of("--to", text, now))));
  }

  private List<DecodeResult.Decoded> archived(Session session, EventSelection selection) {
    S3Archive opened = S3Archive.open(archive.orElseThrow());
    session.closeAtEnd(opened::close);
    return ArchivedRecords.of(
        opened, new RecordCodec(session.config().table().schema()), selection);
  }
}
