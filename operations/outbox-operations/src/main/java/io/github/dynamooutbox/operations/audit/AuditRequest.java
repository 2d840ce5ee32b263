package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
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
 * @param from start of the range, by the time at which records were written, by their writers'
 *     clocks
 * @param to end of the range, exclusive; if it is later than {@code grace} before the start of the
 *     audit, the range ends there
 * @param grace longer than a commit can take after its timestamp, and than clocks can differ
 * @param settle how long to wait before events without a receipt are checked a second time; longer
 *     than a relay takes to resume after a crash
 * @param relayedUntil the relay has finished everything that was written before this time, on every
 *     shard, as its lag shows; empty: unknown, and only what the stream does not hold any more
 *     counts as missing
 * @param recordRetention the shortest time for which writers keep their records
 * @param parts number of parts of the table that are scanned at the same time
 * @param directory where the audit keeps its state, about 255 bytes for an event with its receipt;
 *     an interrupted audit resumes from it
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
  /** Longer than a commit takes, and than clocks differ that NTP synchronises. */
  public static final Duration DEFAULT_GRACE = Duration.ofMinutes(2);

  /** Longer than a KCL relay takes to resume after the crash of a worker. */
  public static final Duration DEFAULT_SETTLE = Duration.ofSeconds(90);

  /** How many parts of the table are scanned at the same time. */
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
   * The request of the audit that was interrupted in this directory.
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

  /** The request in the form that its directory keeps. */
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
