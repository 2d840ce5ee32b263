package io.github.dynamooutbox.archive.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.contract.ContractEvent;
import io.github.dynamooutbox.contract.TargetContract;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract with a real server, as the relay finds and opens the target. */
class ArchiveTargetIT implements TargetContract<ArchiveEntry> {
  /** What a line has in addition to the CloudEvent. */
  private static final List<String> ARCHIVES_OWN =
      List.of(
          "archiveformat", "recordkey", "recordindex", "recordcount", "recordtime", "recordregion");

  private final Buckets s3 = Buckets.SHARED;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Target<?>, AwsTargets> opened = new HashMap<>();
  private ServerSocket silent;
  private String bucket;

  @BeforeEach
  void create() throws IOException {
    bucket = s3.create();
    silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void closeAll() throws IOException {
    opened.values().forEach(AwsTargets::close);
    silent.close();
    threads.shutdownNow();
  }

  @Override
  public Target<ArchiveEntry> openTarget() {
    return open(s3.endpoint(), bucket);
  }

  @Override
  public Target<ArchiveEntry> openTargetWithoutAnswers() {
    return open(URI.create("http://127.0.0.1:" + silent.getLocalPort()), bucket);
  }

  @Override
  public Target<ArchiveEntry> openTargetWithoutService() {
    try (ServerSocket nobody = new ServerSocket(0)) {
      return open(URI.create("http://127.0.0.1:" + nobody.getLocalPort()), bucket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void closeTarget(Target<ArchiveEntry> target) {
    opened.get(target).close();
  }

  /** S3 answers only after it has stored the object, so there is nothing to wait for. */
  @Override
  public List<String> arrived(int atLeast) {
    return lines().map(line -> ((ObjectNode) line).remove(ARCHIVES_OWN).toString()).toList();
  }

  private Stream<JsonNode> lines() {
    return s3.keys(bucket).stream().flatMap(key -> s3.lines(bucket, key).stream());
  }

  @SuppressWarnings("unchecked") // the document has one target
  private Target<ArchiveEntry> open(URI endpoint, String inBucket) {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"}, "targets": {"archive": {"type": "s3", "bucketName": "%s"}},
             "relay": {"callTimeoutMillis": 25000}, "routes": [{"to": ["archive"]}]}
            """
                .formatted(inBucket));
    // The endpoint is read when a client is built, and credentials with each request.
    AwsUnderTest.properties(endpoint).forEach(System::setProperty);
    try {
      AwsTargets targets = AwsTargets.open(config, threads, InstantSource.system());
      Target<ArchiveEntry> target = (Target<ArchiveEntry>) targets.all().get(0);
      opened.put(target, targets);
      return target;
    } finally {
      System.clearProperty("aws.endpointUrl");
    }
  }

  @Test
  void writesAnObjectForEachRequestInTheFolderOfTheHour() {
    publish(ContractEvent.of("a"), ContractEvent.of("b"));
    assertThat(s3.keys(bucket))
        .singleElement()
        .asString()
        .matches("events/dt=2026-11-21/hh=10/20261121T101530125Z-[0-9a-f]{24}\\.jsonl\\.gz");
  }

  @Test
  void sortsEventsByAggregateAndVersionAndKeepsEachOnce() {
    List<ContractEvent> events =
        new ArrayList<>(
            IntStream.range(0, 12)
                .mapToObj(i -> new ContractEvent("a-" + i % 3, i / 3, "e-" + i, "{}"))
                .toList());
    events.add(events.get(4));
    Collections.reverse(events);
    publish(events.toArray(ContractEvent[]::new));
    assertThat(lines().map(line -> line.path("id").asText()))
        .containsExactly(
            "e-0", "e-3", "e-6", "e-9", "e-1", "e-4", "e-7", "e-10", "e-2", "e-5", "e-8", "e-11");
  }

  @Test
  void overwritesTheObjectOfABatchThatIsDeliveredAgain() {
    ContractEvent[] events = {ContractEvent.of("a"), ContractEvent.of("b")};
    publish(events);
    List<String> first = s3.keys(bucket);
    publish(events[1], events[0]);
    assertThat(s3.keys(bucket)).isEqualTo(first).hasSize(1);
  }

  @Test
  void retriesWhileTheBucketDoesNotExist() {
    BatchOutcome outcome = publishTo(open(s3.endpoint(), "missing"), ContractEvent.of("a"));
    assertThat(outcome.toString()).contains("Retry").contains("NoSuchBucket");
  }

  private void publish(ContractEvent... events) {
    assertThat(publishTo(openTarget(), events))
        .isEqualTo(BatchOutcome.all(events.length, Published.INSTANCE));
  }

  private static BatchOutcome publishTo(Target<ArchiveEntry> target, ContractEvent... events) {
    List<ArchiveEntry> entries = new ArrayList<>();
    for (ContractEvent event : events) {
      Prepared<ArchiveEntry> prepared = target.prepare(event.envelope());
      prepared.when(
          ready -> entries.add(ready.entry()),
          refused -> {
            throw new AssertionError(refused.message());
          });
    }
    return target.publish(entries).toCompletableFuture().join();
  }
}
