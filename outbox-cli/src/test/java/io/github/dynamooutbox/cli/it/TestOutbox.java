package io.github.dynamooutbox.cli.it;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.RelayConfigSource;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.cli.it.OperatedSystem.Servers;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** One outbox: its configuration, what is parked for it, and the tool that operates it. */
final class TestOutbox {
  private static final String CONFIG =
      """
      {"table": {"name": "TABLE"},
       "controlTable": {"name": "CONTROL"},
       "relay": {"backoff": {"baseMillis": 1, "capMillis": 5}},
       "targets": {
         "bus":   {"type": "eventbridge", "busName": "BUS", "ordered": true},
         "audit": {"type": "kinesis", "streamName": "AUDIT"}},
       "routes": [{"match": {"aggregateType": [{"exists": true}]}, "to": ["bus", "audit"]}]}
      """;

  private final Servers servers;
  private final String table = AwsUnderTest.unique("orders");
  private final String document;

  TestOutbox(Servers servers) {
    this.servers = servers;
    document =
        CONFIG
            .replace("TABLE", table)
            .replace("CONTROL", servers.control)
            .replace("BUS", servers.bus)
            .replace("AUDIT", servers.stream);
  }

  String table() {
    return table;
  }

  String document() {
    return document;
  }

  /** Runs the tool on this outbox. */
  Ended run(String... arguments) {
    return OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), arguments);
  }

  /** Parks events as a relay does. */
  void park(QueueName queue, List<ParkedEvent> events) throws Exception {
    try (AwsControl control =
        AwsControl.open(RelayConfig.parse(document), 4, InstantSource.system()).orElseThrow()) {
      QueueTable queues = control.table().queues();
      get(queues.hold(queue, 0, Instant.now()));
      get(queues.reserve(queue));
      get(queues.put(queue, 1, events));
      Map<ParkReason, Integer> counts = new EnumMap<>(ParkReason.class);
      events.forEach(event -> counts.merge(event.cause().reason(), 1, Integer::sum));
      get(queues.confirm(queue, 1, counts));
    }
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  Servers servers() {
    return servers;
  }
}
