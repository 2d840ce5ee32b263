package io.github.dynamooutbox.benchmarks.kcl;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The wall clock, which all processes on this machine share. */
final class Clocks {
  private Clocks() {}

  /** Microseconds since the epoch. */
  static long micros() {
    return micros(Instant.now());
  }

  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }
}
