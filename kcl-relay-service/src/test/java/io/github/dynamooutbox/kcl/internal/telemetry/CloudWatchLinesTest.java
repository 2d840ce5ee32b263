package io.github.dynamooutbox.kcl.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class CloudWatchLinesTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(1_000));
  private final ShardMetrics shards = new ShardMetrics(registry, new OpenShards(), clock);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final CloudWatchLines lines =
      new CloudWatchLines(
          registry, "orders", clock, new PrintStream(out, true, StandardCharsets.UTF_8));

  @Test
  void tellsThatAWorkerHoldsNoLease() {
    lines.write(shards);

    assertThat(written())
        .isEqualTo(
            "{\"_aws\":{\"Timestamp\":1000,\"CloudWatchMetrics\":[{\"Namespace\":\"DynamoOutbox\","
                + "\"Dimensions\":[[\"Service\"]],"
                + "\"Metrics\":[{\"Name\":\"Leases\",\"Unit\":\"Count\"}]}]},"
                + "\"Service\":\"orders\",\"Leases\":0.0}\n");
  }

  @Test
  void writesWhatWasCountedSinceTheLastTime() {
    registry.counter("outbox.events.published", "target", "bus").increment(3);
    registry.counter("outbox.halted", "reason", "x").increment();
    registry.timer("outbox.write.to.publish", "target", "bus").record(Duration.ofMillis(250));
    registry.timer("outbox.heartbeat.age").record(Duration.ofMillis(5));

    lines.write(shards);

    assertThat(written())
        .contains("\"Halted\":1.0,\"Heartbeats\":1.0,\"Leases\":0.0")
        .contains("\"Dimensions\":[[\"Service\",\"Target\"]]")
        .contains("{\"Name\":\"MaxWriteToPublishAge\",\"Unit\":\"Milliseconds\"}")
        .contains("\"Target\":\"bus\",\"MaxWriteToPublishAge\":250.0,\"Published\":3.0}");

    out.reset();
    registry.counter("outbox.events.published", "target", "bus").increment(2);
    lines.write(shards);

    assertThat(written()).contains("\"Published\":2.0").doesNotContain("Halted", "Heartbeats");
  }

  private String written() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
