package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.Moments;
import io.github.dynamooutbox.operations.audit.AuditRequest;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options of an audit. */
public final class AuditOptions {
  /** An audit of all records that are kept takes a while, during which the oldest expire. */
  private static final Duration TIME_TO_SCAN = Duration.ofHours(2);

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Written at this time or later, as in 2026-11-22T03:00:00Z, or that long ago, as in 2h."
              + " Default: as long ago as records are kept, less 2 h.")
  private Optional<String> from = Optional.empty();

  /** What errors call it. */
  private String fromName = "--from";

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Written before this time, or that long ago. Default: 2 minutes ago.")
  private Optional<String> to = Optional.empty();

  @Option(
      names = "--record-retention",
      paramLabel = "TIME",
      description = "Minimum time that writers keep their records. Default: ${DEFAULT-VALUE}.")
  private String retention = "7d";

  @Option(
      names = "--relayed-until",
      paramLabel = "TIME",
      description = {
        "The relay has finished everything written before this time, on every shard: 'status' or"
            + " the iterator age says so. Without it, only what has left the stream, after 24"
            + " hours, counts as missing; the rest is unproven."
      })
  private Optional<String> relayedUntil = Optional.empty();

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      description =
          "How long to wait before the second look at what has no receipt. Default:"
              + " ${DEFAULT-VALUE}.")
  private String settle = AuditRequest.DEFAULT_SETTLE.toSeconds() + "s";

  @Option(
      names = "--rcu",
      paramLabel = "N",
      description = "Maximum read units a second, for all reads together. Default: no limit.")
  private Optional<Double> unitsPerSecond = Optional.empty();

  @Option(
      names = "--parts",
      paramLabel = "N",
      description =
          "Number of parts of the table that are read in parallel. Default: ${DEFAULT-VALUE}.")
  private int parts = AuditRequest.DEFAULT_PARTS;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description =
          "New directory for the state of the audit and what it finds. Default: outbox-audit-TIME-XXXX.")
  private Optional<Path> state = Optional.empty();

  /**
   * An audit with default options, but for its beginning.
   *
   * @throws OperatorException if that is none
   */
  public static AuditRequest since(Optional<String> from, Instant now) {
    AuditOptions options = new AuditOptions();
    options.from = from;
    options.fromName = "since";
    return options.request(now.truncatedTo(ChronoUnit.SECONDS));
  }

  double unitsPerSecond() {
    return limit("--rcu", unitsPerSecond);
  }

  /**
   * A limit a second; 0 if none is given, which is not what somebody means who gives 0.
   *
   * @throws OperatorException if it is none
   */
  static double limit(String option, Optional<Double> given) {
    double limit = given.orElse(0.0);
    if (given.isPresent() && !(limit > 0 && Double.isFinite(limit))) {
      throw new OperatorException(
          Kind.INPUT,
          "%s %s: must be more than 0; leave it out for no limit".formatted(option, limit));
    }
    return limit;
  }

  /** Whether an option is given that a resumed audit keeps from its start. */
  boolean isGiven() {
    return Stream.of(from, to, relayedUntil, state).anyMatch(Optional::isPresent);
  }

  Optional<Instant> from(Instant now) {
    return from.map(text -> Moments.of(fromName, text, now));
  }

  Optional<Instant> to(Instant now) {
    return to.map(text -> Moments.of("--to", text, now));
  }

  Optional<Path> state() {
    return state.map(Path::toAbsolutePath);
  }

  /** A new subdirectory of the current directory, also for one of two that begin at once. */
  static Path newDirectory(String command, Instant now) {
    String random = UUID.randomUUID().toString().substring(0, 4);
    return Path.of("outbox-%s-%s-%s".formatted(command, NAME.format(now), random)).toAbsolutePath();
  }

  AuditRequest request(Instant now) {
    Duration kept = Moments.duration("--record-retention", retention);
    Instant begin = from(now).orElse(now.minus(kept).plus(TIME_TO_SCAN));
    Instant end = to(now).orElse(now);
    check(begin, end, now);
    Optional<Instant> relayed = relayedUntil.map(text -> Moments.of("--relayed-until", text, now));
    relayed.ifPresent(until -> checkRelayed(until, now));
    Path directory = state().orElseGet(() -> newDirectory("audit", now));
    return new AuditRequest(
        begin,
        end,
        AuditRequest.DEFAULT_GRACE,
        Moments.duration("--settle", settle),
        relayed,
        kept,
        parts,
        directory);
  }

  /** What no relay can have passed yet would count as missing, and a replay would send it twice. */
  private static void checkRelayed(Instant until, Instant now) {
    if (until.isAfter(now)) {
      throw new OperatorException(
          Kind.INPUT,
          "--relayed-until %s: is in the future: it is %s, and no relay has finished what is not written yet"
              .formatted(until, now));
    }
  }

  private void check(Instant begin, Instant end, Instant now) {
    if (begin.isAfter(now)) {
      throw new OperatorException(
          Kind.INPUT, "%s %s: is in the future: it is %s".formatted(fromName, begin, now));
    }
    if (end.isAfter(now)) {
      throw new OperatorException(
          Kind.INPUT,
          "--to %s: is in the future: it is %s; leave it out to audit until now"
              .formatted(end, now));
    }
  }
}
