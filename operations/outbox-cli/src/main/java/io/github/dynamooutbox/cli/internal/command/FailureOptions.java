package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.bucket.FailedBatchBucket;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.Moments;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.operations.replay.FailedBatchList;
import io.github.dynamooutbox.operations.replay.FailedBatchStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select batches that Lambda has abandoned. */
final class FailureOptions {
  /** Lambda's developer guide, "Retain discarded records for a DynamoDB event source". */
  private static final String PREFIX = "aws/lambda/";

  @Option(
      names = "--bucket",
      required = true,
      paramLabel = "NAME",
      description = "The mapping's on-failure destination: the stack's output FailedBatchesBucket.")
  private String bucket = "";

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Only objects whose keys begin with this. Default: ${DEFAULT-VALUE}",
      defaultValue = PREFIX)
  private String prefix = PREFIX;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Abandoned at this time or later, as in 2026-11-22T03:00:00Z or 2h.")
  private Optional<String> from = Optional.empty();

  @Option(names = "--to", paramLabel = "TIME", description = "Abandoned before this time.")
  private Optional<String> to = Optional.empty();

  /** Which batches, in words. */
  String selection() {
    return "of what was abandoned in %s/%s".formatted(bucket, prefix)
        + from.map(" since "::concat).orElse("")
        + to.map(" before "::concat).orElse("");
  }

  /** Opens the bucket, without a request yet; it is closed at the end of the command. */
  FailedBatchBucket open(Session session) {
    session.place();
    FailedBatchBucket opened = new FailedBatchBucket(bucket, prefix);
    session.closeAtEnd(opened::close);
    return opened;
  }

  /** Reads them all. */
  FailedBatchList read(Session session, FailedBatchStore store) {
    Instant now = Instant.now();
    Instant first = from.map(text -> Moments.of("--from", text, now)).orElse(Instant.MIN);
    Instant end = to.map(text -> Moments.of("--to", text, now)).orElse(Instant.MAX);
    Output output = session.output();
    try (Interruption interruption =
            new Interruption(output, Duration.ofSeconds(1), "Nothing was changed.");
        StepLine progress = new StepLine(output, interruption)) {
      return FailedBatchList.read(store, session.config().table().name(), first, end, progress);
    }
  }
}
