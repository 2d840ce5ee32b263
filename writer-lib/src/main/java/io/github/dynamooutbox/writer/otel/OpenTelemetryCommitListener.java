package io.github.dynamooutbox.writer.otel;

import io.github.dynamooutbox.writer.CommitListener;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import java.util.Locale;

/**
 * Records commits with OpenTelemetry: the histograms {@code outbox.commit.duration} in seconds,
 * with the attribute {@code outbox.ending}, and {@code outbox.commit.size} in bytes, and the
 * counters {@code outbox.commit.requests}, {@code .conflicts} and {@code .throttles}. All have the
 * attributes {@code outbox.table} and {@code outbox.source}. The attempts of a decision that were
 * repeated have an ending of their own, {@code decided_again}, and are no outcomes. Thread-safe.
 */
public final class OpenTelemetryCommitListener implements CommitListener {
  private static final AttributeKey<String> ENDING = AttributeKey.stringKey("outbox.ending");
  private static final AttributeKey<String> TABLE = AttributeKey.stringKey("outbox.table");
  private static final AttributeKey<String> SOURCE = AttributeKey.stringKey("outbox.source");
  private static final double NANOS = 1e9;

  private final DoubleHistogram duration;
  private final LongHistogram size;
  private final LongCounter requests;
  private final LongCounter conflicts;
  private final LongCounter throttles;

  public OpenTelemetryCommitListener(Meter meter) {
    duration = meter.histogramBuilder("outbox.commit.duration").setUnit("s").build();
    size = meter.histogramBuilder("outbox.commit.size").setUnit("By").ofLongs().build();
    requests = meter.counterBuilder("outbox.commit.requests").build();
    conflicts = meter.counterBuilder("outbox.commit.conflicts").build();
    throttles = meter.counterBuilder("outbox.commit.throttles").build();
  }

  @Override
  public void committed(Report report) {
    Attributes outbox = Attributes.of(TABLE, report.table(), SOURCE, report.source());
    String ending = report.ending().name().toLowerCase(Locale.ROOT);
    duration.record(
        report.latency().toNanos() / NANOS, outbox.toBuilder().put(ENDING, ending).build());
    size.record(report.bytes(), outbox);
    requests.add(report.requests(), outbox);
    conflicts.add(report.conflicts(), outbox);
    throttles.add(report.throttles(), outbox);
  }
}
