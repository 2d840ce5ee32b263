package io.github.dynamooutbox.aws.audit;

import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What is to be audited.
 *
 * @param from the earliest time at which a record was written, by its writer's clock
 * @param to the end of the range, not in it; later than {@code grace} before the audit begins, the
 *     audit ends there
 * @param grace longer than a commit takes from its time stamp on, and than clocks differ
 * @param settle how long to wait before the second look at what has no receipt; longer than a relay
 *     takes to go on after a crash
 * @param relayedUntil up to which time of writing the relay has finished everything on every shard,
 *     as somebody knows who has looked at its lag; empty: not known, and only what the stream does
 *     not hold any more is missing
 * @param recordRetention how long writers keep their records at least
 * @param parts in how many parts the table is scanned at the same time
 * @param directory where the audit keeps its state, about 255 bytes an event with its receipt; one
 *     that was interrupted goes on from there
 */
public record AuditRequest(
    Instant from,
    Instant to,
    Duration grace,
    Duration settle,
    Optional<Instant> relayedUntil,
    Duration recordRetention,
    int parts,
    Path directory) {
  /** Longer than writers take for a commit, and than clocks differ that are kept by NTP. */
  public static final Duration DEFAULT_GRACE = Duration.ofMinutes(2);

  /** Longer than a KCL relay takes to go on after the crash of a worker. */
  public static final Duration DEFAULT_SETTLE = Duration.ofSeconds(90);

  /** In how many parts the table is read at the same time. */
  public static final int DEFAULT_PARTS = 4;

  /**
   * A request.
   *
   * @throws OperatorException if the range is empty, a duration is negative, or there are fewer
   *     parts than 1 or more than 1,000
   */
  public AuditRequest {
    if (!from.isBefore(to)) {
      throw new OperatorException(
          Kind.INPUT,
          "range from %s to %s: is empty: the end has to be after the beginning"
              .formatted(from, to));
    }
    if (grace.isNegative() || settle.isNegative()) {
      throw new OperatorException(Kind.INPUT, "grace and settle: must not be negative");
    }
    if (parts < 1 || parts > 1_000) {
      throw new OperatorException(Kind.INPUT, "parts: %d: must be from 1 to 1000".formatted(parts));
    }
  }

  /**
   * What an audit was asked for that was interrupted in this directory.
   *
   * @throws OperatorException if there is none
   */
  public static AuditRequest interrupted(Path directory) {
    Properties values = ScanState.interrupted(directory);
    return new AuditRequest(
        Instant.parse(values.getProperty("from")),
        Instant.parse(values.getProperty("to")),
        Duration.parse(values.getProperty("grace")),
        Duration.parse(values.getProperty("settle")),
        Optional.ofNullable(values.getProperty("relayedUntil")).map(Instant::parse),
        Duration.parse(values.getProperty("recordRetention")),
        Integer.parseInt(values.getProperty("parts")),
        directory);
  }

  /** Whether an audit was interrupted in this directory. */
  public static boolean isInterrupted(Path directory) {
    return ScanState.isIn(directory);
  }

  /** As its directory keeps it. */
  Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    values.put("from", from.toString());
    values.put("to", to.toString());
    values.put("grace", grace.toString());
    values.put("settle", settle.toString());
    relayedUntil.ifPresent(time -> values.put("relayedUntil", time.toString()));
    values.put("recordRetention", recordRetention.toString());
    values.put("parts", Integer.toString(parts));
    return values;
  }
}
