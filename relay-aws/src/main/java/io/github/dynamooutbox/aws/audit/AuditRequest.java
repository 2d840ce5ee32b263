package io.github.dynamooutbox.aws.audit;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is to be audited.
 *
 * @param from the earliest time at which a record was written, by its writer's clock
 * @param to the end of the range, not in it; later than {@code grace} before the audit begins, the
 *     audit ends there
 * @param grace longer than a commit takes from its time stamp on, and than clocks differ
 * @param settle how long to wait before the second look at what has no receipt; longer than a relay
 *     takes to go on after a crash
 * @param relayedUntil up to which time of writing the relay has done everything, as somebody knows
 *     who has looked at its lag; empty: as its receipts say
 * @param recordRetention how long writers keep their records at least
 * @param parts in how many parts the table is scanned at the same time
 * @param directory where the audit keeps its state, about 110 bytes a record and its keys, and 48 a
 *     receipt; one that was interrupted goes on from there
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
  public static final Duration DEFAULT_GRACE = Duration.ofMinutes(2);
  public static final Duration DEFAULT_SETTLE = Duration.ofSeconds(90);
  public static final int DEFAULT_PARTS = 4;

  public AuditRequest {
    if (!from.isBefore(to)) {
      throw new AuditException(
          AuditException.Kind.INPUT,
          "range from %s to %s: is empty: the end has to be after the beginning"
              .formatted(from, to));
    }
    if (grace.isNegative() || settle.isNegative()) {
      throw new AuditException(AuditException.Kind.INPUT, "grace and settle: must not be negative");
    }
    if (parts < 1 || parts > 1_000) {
      throw new AuditException(
          AuditException.Kind.INPUT, "parts: %d: must be from 1 to 1000".formatted(parts));
    }
  }
}
