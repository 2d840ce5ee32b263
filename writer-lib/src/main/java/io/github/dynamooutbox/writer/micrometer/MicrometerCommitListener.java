package io.github.dynamooutbox.writer.micrometer;

import io.github.dynamooutbox.writer.CommitListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;

/**
 * Records commits with Micrometer: the timer {@code outbox.commit} with the tag {@code ending}, the
 * counters {@code outbox.commit.requests}, {@code .conflicts} and {@code .throttles}, and the
 * summary {@code outbox.commit.bytes}. All have the tags {@code table} and {@code source}. The
 * attempts of a decision that were repeated have an ending of their own, {@code decided_again}, and
 * are no outcomes. Thread-safe.
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
    // As Iterable: Micrometer's methods that take Tags are not in the version of Spring Boot 3.5.
    Iterable<Tag> tags = Tags.of("table", report.table(), "source", report.source());
    Iterable<Tag> ended = Tags.concat(tags, "ending", ending);
    registry.timer(NAME, ended).record(report.latency());
    registry.counter(NAME + ".requests", tags).increment(report.requests());
    registry.counter(NAME + ".conflicts", tags).increment(report.conflicts());
    registry.counter(NAME + ".throttles", tags).increment(report.throttles());
    registry.summary(NAME + ".bytes", tags).record((double) report.bytes());
  }
}
