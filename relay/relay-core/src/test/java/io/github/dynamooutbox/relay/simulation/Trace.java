package io.github.dynamooutbox.relay.simulation;

import java.time.Duration;
import java.util.function.Supplier;

/** The readable story of a seed: when, who, what. */
final class Trace {
  private final StringBuilder lines;
  private int hash = 1;

  Trace(boolean kept) {
    lines = kept ? new StringBuilder() : null;
  }

  boolean isKept() {
    return lines != null;
  }

  void add(long time, String who, Supplier<String> what) {
    if (lines != null) {
      lines.append(String.format("%14s  %-12s %s%n", clock(time), who, what.get()));
    }
  }

  /** Something that must come out the same whenever the seed is run. */
  void mark(long time, int what) {
    hash = (31 * hash + Long.hashCode(time)) * 31 + what;
  }

  int hash() {
    return hash;
  }

  String text() {
    return lines == null ? "" : lines.toString();
  }

  private static String clock(long nanos) {
    Duration time = Duration.ofNanos(nanos);
    return String.format(
        "%d:%02d:%02d.%03d",
        time.toHours(), time.toMinutesPart(), time.toSecondsPart(), time.toMillisPart());
  }
}
