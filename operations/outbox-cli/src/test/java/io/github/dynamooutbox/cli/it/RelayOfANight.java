package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.follow.StreamHost;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.ParkedFigures;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A relay as hosts run it, with the figures that alarms watch. */
final class RelayOfANight implements AutoCloseable {
  /** On a machine that has much else to do. */
  private static final long PATIENCE_SECONDS = 120;

  private final TestOutbox outbox;
  private final Figures figures = new Figures();
  private final ConfiguredRelay relay;
  private final DynamoDbStreamsClient streams = DynamoDbStreamsClient.create();
  private final StreamHost host;
  private final AtomicInteger finished = new AtomicInteger();
  private int committed;

  RelayOfANight(TestOutbox outbox) {
    this.outbox = outbox;
    RelayConfig config = outbox.config();
    relay = ConfiguredRelay.open(config, figures, 1);
    host =
        StreamHost.start(
            relay.relay(),
            config.table().schema(),
            streams,
            outbox.streamArn(),
            ShardIteratorType.TRIM_HORIZON,
            record -> finished.incrementAndGet());
  }

  void commit(Aggregate aggregate, String type, String id, Instant at) {
    outbox.commit(aggregate, type, id, at);
    committed++;
  }

  /** Until all that is committed is published or parked. */
  void awaitFinished() throws Exception {
    await(() -> finished.get() >= committed);
  }

  static void await(BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the relay has come so far in time").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** What the redrive function does at its next minute: it releases what was taken out, too. */
  void schedule() throws Exception {
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(outbox.config(), RelayObserver.NONE)) {
      TestOutbox.get(
          redrive.run(
              "schedule",
              TestOutbox.get(redrive.parked()),
              RedriveOrder.BLOCKED,
              redrive.margin().plusSeconds(10)));
    }
  }

  /**
   * What CloudWatch gets for a period, by the metrics that {@code LateOrStuck} is made of: of the
   * relay since the last call, and of what the redrive function finds parked.
   */
  Map<String, Long> figures() throws Exception {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    EmfWriter metrics =
        new EmfWriter(
            EmfWriter.NAMESPACE,
            "relay",
            InstantSource.system(),
            new PrintStream(lines, true, StandardCharsets.UTF_8));
    metrics.write(figures.take());
    try (OutboxOperator operator = OutboxOperator.open(outbox.config())) {
      new ParkedFigures(List.of("bus", "audit"), operator.parked(), Instant.now()).write(metrics);
    }
    Map<String, Long> watched = new TreeMap<>();
    for (String line : lines.toString(StandardCharsets.UTF_8).lines().toList()) {
      JsonNode node = new ObjectMapper().readTree(line);
      if (!node.has("Target")) {
        for (String name : List.of("ParkedEvents", "ClosedLanes", "BlockedLanes")) {
          watched.merge(name, node.path(name).asLong(), Long::sum);
        }
      } else if (node.has("OpenCircuitAge")) {
        watched.put(
            "OpenCircuitAge of " + node.path("Target").asText(),
            node.path("OpenCircuitAge").asLong());
      }
    }
    return watched;
  }

  @Override
  public void close() {
    host.close();
    relay.close();
    streams.close();
  }
}
