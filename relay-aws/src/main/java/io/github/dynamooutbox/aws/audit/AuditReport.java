package io.github.dynamooutbox.aws.audit;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What an audit has found. Of each target, {@code committed} is the sum of the others.
 *
 * @param from the earliest time of writing
 * @param to the end of the range, not in it
 * @param events events in the range
 * @param dropped those of them that the rules send nowhere
 * @param targets by name; {@code *} stands for events that no rule takes and for records that
 *     cannot be read
 * @param withoutRecord events of the range that have a receipt and no record: it has expired, or
 *     somebody has deleted it, or it was committed after the scan had passed
 * @param outside records before the range and after it, and records of regions that this relay does
 *     not serve; none of them is in the other numbers
 * @param passed what was written before, the relay will not deliver any more: without a receipt it
 *     is missing, and unproven if it was written later
 * @param provenFrom where the proof begins: what was written before may have been deleted by TTL
 * @param notes what else somebody should know
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
   * @param committed events that go there, by the rules that they have met or, as long as they have
   *     met none, by those of today
   * @param published accepted by it
   * @param parked in a queue
   * @param letOut discarded, or sent to another target instead, because somebody decided so
   * @param missing the relay has passed them, or the stream does not hold them any more, and
   *     nothing of the above holds
   * @param unproven nothing of the above holds, and the relay may still deliver them
   */
  public record Counts(
      long committed, long published, long parked, long letOut, long missing, long unproven) {}

  /** Records that were seen and not audited. */
  public record Outside(long before, long after, long otherRegions) {}

  /** Events that are missing, once for each target. */
  public long missing() {
    return targets.values().stream().mapToLong(Counts::missing).sum();
  }

  /** Events that are unproven, once for each target. */
  public long unproven() {
    return targets.values().stream().mapToLong(Counts::unproven).sum();
  }

  /** Whether it is proven for the whole range that nothing is missing. */
  public boolean isProof() {
    return missing() == 0 && unproven() == 0 && !provenFrom.isAfter(from);
  }
}
