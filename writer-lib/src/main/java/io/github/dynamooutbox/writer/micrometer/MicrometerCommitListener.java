package io.github.dynamooutbox.writer.micrometer;

import io.github.dynamooutbox.writer.CommitListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/**
 * Records commits with Micrometer: the timer {@code outbox.commit} with the tag {@code ending}, the
 * counters {@code outbox.commit.requests}, {@code .conflicts} and {@code .throttles}, and the
 * summary {@code outbox.commit.bytes}. Thread-safe.
 */
public final class MicrometerCommitListener implements CommitListener {
  private static final String NAME = "outbox.commit";

  private final MeterRegistry registry;

  public MicrometerCommitListener(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void committed(Report report) {
    String ending = report.ending().name().toLowerCase(Locale.ROOT);
    registry.timer(NAME, "ending", ending).record(report.latency());
    registry.counter(NAME + ".requests").increment(report.requests());
    registry.counter(NAME + ".conflicts").increment(report.conflicts());
    registry.counter(NAME + ".throttles").increment(report.throttles());
    registry.summary(NAME + ".bytes").record((double) report.bytes());
  }
}
