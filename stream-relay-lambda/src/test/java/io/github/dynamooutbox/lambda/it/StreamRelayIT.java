package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From a commit to four kinds of targets, through the packaged function. */
@Timeout(300)
class StreamRelayIT {
  private static final int ORDERS = 20;
  private static final int VERSIONS = 10;

  private static DynamoDbUnderTest server;

  @BeforeAll
  static void startDynamoDb() {
    server = DynamoDbUnderTest.open();
  }

  @AfterAll
  static void stopDynamoDb() {
    server.close();
  }

  @Test
  void publishesEverythingOnceAndInOrder() throws Exception {
    try (RelaySystem system = new RelaySystem(server, settings -> settings);
        EventSourceMapping mapping = system.map()) {
      system.placeOrders(ORDERS, VERSIONS);
      drain(system, mapping);

      Received.all(system.aws, ORDERS * VERSIONS)
          .forEach(target -> target.completeInOrder(ORDERS, VERSIONS).withoutDuplicates());
      assertThat(mapping.progress().failedInvocations()).isZero();
      assertThat(mapping.lastFailure()).isEmpty();
      // After this, all of its output has arrived.
      system.function.close();
      assertThatOutputIsStructuredAndWithoutPayload(system.output);
    }
  }

  @Test
  void losesNothingAndKeepsOrderWhenTargetsFail() throws Exception {
    try (RelaySystem system =
        new RelaySystem(server, settings -> settings.timeout(Duration.ofSeconds(5)))) {
      for (Service service : Service.values()) {
        system.faults().inject(When.on(service).probability(0.1), Fault.throttle());
        system.faults().inject(When.on(service).probability(0.1), Fault.loseAnswer());
        system.faults().inject(When.on(service).probability(0.1), Fault.breakConnection());
        system
            .faults()
            .inject(
                When.on(service).probability(0.3),
                Fault.failEntries(0.4, EntryError.throttled(service)));
      }
      try (EventSourceMapping mapping = system.map()) {
        system.placeOrders(ORDERS, VERSIONS);
        drain(system, mapping);
      }

      Received.all(system.aws).forEach(target -> target.completeInOrder(ORDERS, VERSIONS));
    }
  }

  @Test
  void stopsInTimeAndContinuesWhereItWasWhenATargetHangs() throws Exception {
    try (RelaySystem system =
        new RelaySystem(server, settings -> settings.timeout(Duration.ofSeconds(4)))) {
      Injection hanging =
          system
              .faults()
              .inject(
                  When.on(Service.KINESIS).action("PutRecords"),
                  Fault.slow(Duration.ofSeconds(30)));
      try (EventSourceMapping mapping = system.map()) {
        system.placeOrders(ORDERS, VERSIONS);
        await(system, () -> mapping.progress().failedInvocations() >= 2);
        hanging.cancel();
        drain(system, mapping);

        assertThat(mapping.lastFailure()).as(system.tail()).isEmpty();
        assertThat(system.function.starts()).as("it was never killed").isEqualTo(1);
      }
      Received.all(system.aws).forEach(target -> target.completeInOrder(ORDERS, VERSIONS));
    }
  }

  @Test
  void losesNothingAndKeepsOrderWhenTheFunctionIsKilledInTheMiddle() throws Exception {
    try (RelaySystem system = new RelaySystem(server, settings -> settings)) {
      for (Service service : Service.values()) {
        system.faults().inject(When.on(service), Fault.slow(Duration.ofMillis(20)));
      }
      try (EventSourceMapping mapping = system.map()) {
        system.placeOrders(ORDERS, VERSIONS / 2);
        for (int kills = 0; kills < 3; kills++) {
          long taken = system.stub().kinesis().count();
          await(system, () -> system.function.isBusy() && system.stub().kinesis().count() > taken);
          system.function.kill();
          for (int order = 0; order < ORDERS; order++) {
            system.commit("order-" + order, VERSIONS / 2 + 1 + kills);
          }
        }
        drain(system, mapping);
        assertThat(system.function.starts()).isGreaterThan(1);
      }
      Received.all(system.aws).forEach(target -> target.completeInOrder(ORDERS, VERSIONS / 2 + 3));
    }
  }

  @Test
  void haltsAtAnUnreadableRecordAndReportsWhereAndWhy() throws Exception {
    try (RelaySystem system = new RelaySystem(server, settings -> settings);
        EventSourceMapping mapping = system.map()) {
      system.commit("a", 1);
      system.commitPoison("b", "1");
      system.commit("c", 1);
      await(system, () -> mapping.progress().failedInvocations() >= 2);

      assertThat(mapping.progress().recordsDelivered()).isEqualTo(1);
      assertThat(mapping.lastFailure()).as("only the response says so").isEmpty();
      assertThat(system.aws.records(RelaySystem.STREAM)).isNotEmpty();
      system.function.close();
      assertThat(system.output)
          .noneMatch(line -> line.contains("secret"))
          .anySatisfy(
              line ->
                  assertThat(line)
                      .contains("\"level\":\"ERROR\"")
                      .contains("\"record\":\"PK=OUTBOX#Order#b SK=1\"")
                      .contains("\"position\":\"")
                      .contains("\"function_request_id\":\"")
                      .contains("onPoison"));
    }
  }

  private static void drain(RelaySystem system, EventSourceMapping mapping)
      throws InterruptedException {
    assertThat(mapping.awaitDrained(RelaySystem.patience())).as(system.tail()).isTrue();
  }

  private static void await(RelaySystem system, BooleanSupplier condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + RelaySystem.patience().toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(system.tail()).isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  /** Each line is JSON: a log entry with Powertools' fields, or metrics for CloudWatch. */
  private static void assertThatOutputIsStructuredAndWithoutPayload(List<String> output)
      throws Exception {
    List<JsonNode> metrics = new ArrayList<>();
    for (String line : output) {
      assertThat(line).startsWith("{").doesNotContain("secret");
      JsonNode json = new ObjectMapper().readTree(line);
      if (json.has("_aws")) {
        metrics.add(json);
      } else {
        assertThat(json.fieldNames()).toIterable().contains("level", "message", "service");
      }
    }
    for (String target : List.of("bus", "shop", "billing", "audit")) {
      assertThat(
              metrics.stream()
                  .filter(line -> line.path("Target").asText().equals(target))
                  .mapToInt(line -> line.path("Published").asInt())
                  .sum())
          .as(target)
          .isEqualTo(ORDERS * VERSIONS);
    }
  }
}
