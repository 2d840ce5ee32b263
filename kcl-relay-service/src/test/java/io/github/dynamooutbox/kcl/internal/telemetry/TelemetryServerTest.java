package io.github.dynamooutbox.kcl.internal.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.github.dynamooutbox.kcl.internal.shard.TestShard;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TelemetryServerTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final OpenShards shards = new OpenShards();
  private final RelayMeters relay = new RelayMeters(registry, Set.of("bus", "audit"));
  private int unowned;
  private Optional<String> notAlive = Optional.empty();
  private Optional<String> notStarted = Optional.empty();
  private Optional<String> notReady = Optional.empty();
  private final TelemetryServer server =
      TelemetryServer.start(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          new Health() {
            @Override
            public Optional<String> notAlive() {
              return notAlive;
            }

            @Override
            public Optional<String> notStarted() {
              return notStarted;
            }

            @Override
            public Optional<String> notReady() {
              return notReady;
            }
          },
          registry,
          new ShardMetrics(
              registry,
              new WorkerState(
                  shards,
                  () -> unowned,
                  () -> 4,
                  () -> true,
                  () -> "leader one",
                  () -> 12,
                  () -> 2,
                  () -> 5,
                  () -> 6,
                  () -> 7)));

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void reportsWhichWorkerHoldsWhichLease() {
    assertThat(get("/leases")).startsWith("200").contains("leader one");
  }

  @Test
  void reportsAllMetricsOfWhatHappened() {
    TestShard.open(shards, "shard-1").readNothing();
    EveryCall.on(relay, "bus");
    unowned = 3;

    assertThat(get("/metrics"))
        .contains("\noutbox_shards_unowned 3.0\n")
        .contains("\noutbox_shard_lag_seconds{shard=\"shard-1\"} ")
        .contains("\noutbox_leases 1.0\n")
        .contains("\noutbox_lease_moves_total 4.0\n")
        .contains("\noutbox_leases_lost_total 0.0\n")
        .contains("\noutbox_lease_calls_slow_total 5.0\n")
        .contains("\noutbox_lease_calls_failed_total 6.0\n")
        .contains("\noutbox_log_dropped_total 7.0\n")
        .contains("\noutbox_leader 1.0\n")
        .contains("\noutbox_records_in_flight 0.0\n")
        .contains("\noutbox_stream_reads_total 12.0\n")
        .contains("\noutbox_stream_trimmed_total 2.0\n")
        .contains("\noutbox_events_published_total{target=\"bus\"} 3.0\n")
        .contains("\noutbox_events_retried_total{target=\"bus\"} 1.0\n")
        .contains("\noutbox_events_rejected_total{target=\"bus\"} 1.0\n")
        .contains("\noutbox_events_parked_total{target=\"bus\"} 1.0\n")
        .contains("\noutbox_events_parked_total{target=\"*\"} 1.0\n")
        .contains("\noutbox_events_skipped_total{target=\"bus\"} 1.0\n")
        .contains("\noutbox_batch_entries_sum{target=\"bus\"} 10.0\n")
        .contains("\noutbox_batch_entries_bucket{target=\"bus\",le=\"5.0\"} 1\n")
        .contains("\noutbox_write_to_publish_seconds_count{target=\"bus\"} 3\n")
        .contains("\noutbox_write_to_publish_seconds_bucket{target=\"bus\",le=\"0.05\"} 2\n")
        .contains("\noutbox_heartbeat_age_seconds_count 2\n")
        .contains("\noutbox_heartbeat_age_seconds_max 0.07\n")
        .contains("\noutbox_inversions_total 1.0\n")
        .contains("\noutbox_halted_total 1.0\n")
        .contains("\noutbox_unrecorded_total 3.0\n")
        .contains("\noutbox_control_failures_total 1.0\n")
        .contains("\noutbox_skipped_total{reason=\"NOT_OURS\"} 1.0\n")
        .contains("\noutbox_skipped_total{reason=\"DROPPED\"} 1.0\n");
  }

  @Test
  void reportsExactlyTheMetricsThatAreDocumented() throws IOException {
    TestShard.open(shards, "shard-1").readNothing();
    EveryCall.on(relay, "bus");
    Set<String> reported =
        get("/metrics")
            .lines()
            .filter(line -> line.startsWith("# TYPE ") && !line.contains("_max "))
            .map(line -> line.split(" ", -1)[2])
            .collect(Collectors.toSet());

    assertThat(reported).isEqualTo(DocumentedMetrics.ofPrometheus());
  }

  /** A rate over a series that begins with its first failure would miss that one. */
  @Test
  void reportsZeroBeforeAnythingHappened() {
    assertThat(get("/metrics"))
        .contains("\noutbox_events_published_total{target=\"audit\"} 0.0\n")
        .contains("\noutbox_events_rejected_total{target=\"bus\"} 0.0\n")
        .contains("\noutbox_events_parked_total{target=\"*\"} 0.0\n")
        .contains("\noutbox_write_to_publish_seconds_count{target=\"bus\"} 0\n")
        .contains("\noutbox_batch_entries_count{target=\"audit\"} 0\n")
        .contains("\noutbox_heartbeat_age_seconds_count 0\n")
        .contains("\noutbox_halted_total 0.0\n")
        .contains("\noutbox_control_failures_total 0.0\n")
        .contains("\noutbox_leases 0.0\n")
        .contains("\noutbox_shards_unowned 0.0\n");
  }

  @Test
  void reportsWhyItIsNotAliveOrNotReady() {
    assertThat(get("/health/live")).isEqualTo("200 ok\n");
    assertThat(get("/health/started")).isEqualTo("200 ok\n");
    notStarted = Optional.of("may not write");
    assertThat(get("/health/started")).isEqualTo("503 may not write\n");
    assertThat(get("/health/ready")).isEqualTo("200 ok\n");

    notReady = Optional.of("shard-1 was last read 17 s ago");
    assertThat(get("/health/live")).isEqualTo("200 ok\n");
    assertThat(get("/health/ready")).isEqualTo("503 shard-1 was last read 17 s ago\n");

    notAlive = Optional.of("the worker has ended");
    assertThat(get("/health/live")).isEqualTo("503 the worker has ended\n");
  }

  @Test
  @Timeout(30)
  void answersWhileOthersSendHalfARequest() throws IOException {
    List<Socket> halves = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        Socket half = new Socket(InetAddress.getLoopbackAddress(), server.port());
        halves.add(half);
        half.getOutputStream().write("GET /health/live HTTP/1.1\r\nHost: ".getBytes(UTF_8));
        half.getOutputStream().flush();
      }
      assertThat(get("/health/live")).isEqualTo("200 ok\n");
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }
  }

  private String get(String path) {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + (path.equals("/metrics") ? "\n" : " ") + answer.body();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
