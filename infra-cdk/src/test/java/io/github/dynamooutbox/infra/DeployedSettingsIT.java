package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.LastLines;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is deployed is what is tested: the packaged functions run with environment, event filter and
 * mapping settings out of the synthesised templates.
 */
@NeedsNode
@Timeout(240)
class DeployedSettingsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> BOTH = List.of("Order", "Payment");
  private static final int AGGREGATES = 5;
  private static final int BEFORE = 2;
  private static final int VERSIONS = 4;

  /** Which aggregate types each target has to get, by the target's name in its service. */
  static Stream<Arguments> examples() {
    return Stream.of(
        Arguments.of("bus-only", Map.of("orders", BOTH)),
        Arguments.of("fifo-topic", Map.of("billing.fifo", List.of("Payment"))),
        Arguments.of("kinesis-and-bus", Map.of("orders-audit", BOTH, "company", List.of("Order"))),
        Arguments.of("existing-table", Map.of("news", BOTH)),
        Arguments.of(
            "archive",
            Map.of(
                "orders", BOTH,
                "example-orders-archive", BOTH,
                "example-company-archive", List.of("Order"))));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void bringEachEventToItsTargetsOnce(String example, Map<String, List<String>> wanted)
      throws Exception {
    try (DeployedSystem system = new DeployedSystem(Synthesised.of(example))) {
      // What is committed before the mapping is there must arrive as well.
      commit(system, 1, BEFORE);
      try (EventSourceMapping mapping = system.map()) {
        system.writeBusinessItem("1");
        commit(system, BEFORE + 1, VERSIONS);
        assertThat(mapping.awaitDrained(PATIENCE)).as(tail(system)).isTrue();

        assertThat(mapping.progress().failedInvocations()).as(tail(system)).isZero();
        assertThat(mapping.progress().recordsDiscarded()).isZero();
        assertThat(mapping.progress().recordsFiltered())
            .as("the business item's coming, changing and going")
            .isEqualTo(3);
        assertThat(mapping.progress().recordsDelivered()).isEqualTo(2L * AGGREGATES * VERSIONS);
      }
      wanted.forEach(
          (target, types) -> assertThat(arrived(system, target)).isEqualTo(committed(types)));
    }
  }

  @Test
  void runTheScheduledFunctionsBesideTheRelay() throws Exception {
    try (DeployedSystem system = new DeployedSystem(Synthesised.of("bus-only"));
        EventSourceMapping mapping = system.map()) {
      system.beat();
      assertThat(mapping.awaitDrained(PATIENCE)).as(tail(system)).isTrue();

      awaitLine(system, "\"Heartbeats\":1");
      assertThat(arrived(system, "orders")).isEmpty();
      assertThat(system.redrive())
          .isEqualTo(
              "{\"parked\":0,\"published\":0,\"moved\":0,\"released\":0,"
                  + "\"stuck\":0,\"unfinished\":0,\"busy\":0}");
    }
  }

  /** With S3's client, which only the layer has, and in the order of the aggregate. */
  @Test
  void sendLargePayloadsThemselves() throws Exception {
    String document =
        """
        {"table": {"name": "orders"}, "infrastructure": {"payloads": {}}, "routes": [{"to": ["bus"]}],
         "targets": {"bus": {"type": "eventbridge", "busName": "orders", "ordered": true,
                             "inlinePayloadBytes": 900000}}}
        """;
    String large = "{\"text\":\"" + "x".repeat(500_000) + "\"}";
    try (DeployedSystem system =
        new DeployedSystem(Synthesised.parsed(document), OutboxConfig.parse(document))) {
      Outbox writer =
          system
              .writer()
              .largePayloads(system.archive.orElseThrow().payloads("payloads"), 100_000)
              .build();
      List<String> payloads = List.of("{}", large, "{}");
      for (int i = 0; i < payloads.size(); i++) {
        writer
            .transaction()
            .events(
                Aggregate.of("Order", "1").at(i + 1), Event.ofJson("OrderSent", payloads.get(i)))
            .commit();
      }
      try (EventSourceMapping mapping = system.map()) {
        assertThat(mapping.awaitDrained(PATIENCE)).as(tail(system)).isTrue();
      }
      assertThat(system.aws.eventBridge().accepted("orders"))
          .extracting(accepted -> json(((Accepted) accepted).body()).path("data").toString())
          .as(tail(system))
          .isEqualTo(payloads);
    }
  }

  private static void commit(DeployedSystem system, int from, int to) {
    for (String type : BOTH) {
      for (int id = 0; id < AGGREGATES; id++) {
        for (int version = from; version <= to; version++) {
          system.commit(type, Integer.toString(id), version);
        }
      }
    }
  }

  private static Map<String, List<Integer>> committed(List<String> types) {
    Map<String, List<Integer>> versions = new TreeMap<>();
    for (String type : types) {
      for (int id = 0; id < AGGREGATES; id++) {
        versions.put(type + "#" + id, List.of(1, 2, 3, 4));
      }
    }
    return versions;
  }

  /** Versions by aggregate; sorted, because not every target is ordered. Duplicates would show. */
  private static Map<String, List<Integer>> arrived(DeployedSystem system, String target) {
    Map<String, List<Integer>> versions = new TreeMap<>();
    Stream<String> sent =
        Stream.of(system.aws.eventBridge(), system.aws.sns(), system.aws.kinesis())
            .flatMap(service -> service.accepted(target).stream())
            .map(accepted -> ((Accepted) accepted).body());
    Stream<String> archived = system.archive.stream().flatMap(s3 -> s3.lines(target).stream());
    Stream.concat(sent, archived)
        .forEach(
            body -> {
              JsonNode event = json(body);
              String aggregate =
                  event.path("aggregatetype").asText() + "#" + event.path("subject").asText();
              versions
                  .computeIfAbsent(aggregate, each -> new ArrayList<>())
                  .add(Integer.valueOf(event.path("sequence").asText().replaceAll("\\..*", "")));
            });
    versions.values().forEach(each -> each.sort(null));
    return versions;
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError("a target accepted what is not JSON", e);
    }
  }

  /** A function's output comes by a thread of its own. */
  private static void awaitLine(DeployedSystem system, String part) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (system.output.stream().noneMatch(line -> line.contains(part))) {
      assertThat(System.nanoTime() - deadline).as(tail(system)).isNegative();
      Thread.sleep(20);
    }
  }

  private static String tail(DeployedSystem system) {
    return LastLines.of(system.output);
  }
}
