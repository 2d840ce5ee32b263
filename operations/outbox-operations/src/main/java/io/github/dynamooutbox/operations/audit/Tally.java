package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.operations.audit.AuditReport.Counts;
import java.util.Map;
import java.util.TreeMap;

/** Counts by target. Not thread-safe. */
final class Tally {
  private static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

  private final TargetBits targets;
  private final Map<String, Counts> counts = new TreeMap<>();

  Tally(TargetBits targets) {
    this.targets = targets;
    targets.names().forEach(name -> counts.put(name, NONE));
  }

  void committed(long bits, long count) {
    each(bits, new Counts(count, 0, 0, 0, 0, 0));
  }

  void published(long bits) {
    each(bits, new Counts(0, 1, 0, 0, 0, 0));
  }

  void parked(long bits) {
    each(bits, new Counts(0, 0, 1, 0, 0, 0));
  }

  void letOut(long bits) {
    each(bits, new Counts(0, 0, 0, 1, 0, 0));
  }

  void missing(long bits) {
    each(bits, new Counts(0, 0, 0, 0, 1, 0));
  }

  void unproven(long bits) {
    each(bits, new Counts(0, 0, 0, 0, 0, 1));
  }

  Map<String, Counts> counts() {
    return Map.copyOf(counts);
  }

  private void each(long bits, Counts more) {
    if (bits != 0) {
      targets.each(bits, name -> counts.merge(name, more, Tally::sum));
    }
  }

  private static Counts sum(Counts a, Counts b) {
    return new Counts(
        a.committed() + b.committed(),
        a.published() + b.published(),
        a.parked() + b.parked(),
        a.letOut() + b.letOut(),
        a.missing() + b.missing(),
        a.unproven() + b.unproven());
  }
}
