package io.github.dynamooutbox.operations.audit;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The result of an audit. For each target, {@code committed} is the sum of the others.
 *
 * @param from start of the audited range, by the time at which records were written
 * @param to end of the range, exclusive
 * @param events events in the range
 * @param dropped how many of them the rules drop
 * @param targets by name; {@code *} stands for events that no rule matches and for records that
 *     cannot be read
 * @param withoutRecord events of the range that have a receipt but no record: it has expired or was
 *     deleted, or was committed after the scan had passed its place
 * @param outside records before the range and after it, records of regions that this relay does not
 *     serve, and heartbeats; they are not part of the other numbers
 * @param passed the relay delivers nothing more that was written before this time; an event without
 *     a receipt is missing if it was written before, and unproven if it was written later
 * @param provenFrom where the proof begins: TTL may have deleted what was written before
 * @param notes what else the operator should know
 */
public record AuditReport(
    Instant from,
    Instant to,
    long events,
    long dropped,
    Map<String, Counts> targets,
    long withoutRecord,
    Outside outside,
    Instant passed,
    Instant provenFrom,
    List<String> notes) {
  public AuditReport {
    targets = Map.copyOf(targets);
    notes = List.copyOf(notes);
  }

  /**
   * The events of a target.
   *
   * @param committed events that go there, by the rules that were applied to them or, if none were
   *     yet, by those of today
   * @param published accepted by the target
   * @param parked in a queue
   * @param letOut discarded, or sent to another target instead, by an operator's decision
   * @param missing none of the above, although the relay has passed them or the stream does not
   *     hold them any more
   * @param unproven none of the above, but the relay may still deliver them
   */
  public record Counts(
      long committed, long published, long parked, long letOut, long missing, long unproven) {}

  /**
   * Records that were read but not audited.
   *
   * @param heartbeats those of the range, which nobody routes and nobody misses
   */
  public record Outside(long before, long after, long otherRegions, long heartbeats) {}

  /** Missing events, counted once for each target. */
  public long missing() {
    return targets.values().stream().mapToLong(Counts::missing).sum();
  }

  /** Unproven events, counted once for each target. */
  public long unproven() {
    return targets.values().stream().mapToLong(Counts::unproven).sum();
  }

  /** Whether it is proven for the whole range that nothing is missing. */
  public boolean isProof() {
    return missing() == 0 && unproven() == 0 && !provenFrom.isAfter(from);
  }
}
