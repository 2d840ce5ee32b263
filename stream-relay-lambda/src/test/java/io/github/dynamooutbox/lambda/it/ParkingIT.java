package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What cannot be published is parked while everything else continues, and a redrive publishes it in
 * order. All tests share one system, with orders of their own.
 */
@Timeout(180)
class ParkingIT {
  private static final String SECTIONS =
      """
      "controlTable": {"name": "%s"},
      "relay": {"targetDownAfterSeconds": 4, "backoff": {"baseMillis": 20, "capMillis": 300}},
      """
          .formatted(RelaySystem.CONTROL_TABLE);

  /** The redrive function already has the rule that the relay lacks. */
  private static final String NEW_RULE = "{\"match\": {\"type\": [\"New\"]}, \"to\": [\"bus\"]},";

  private static final String SCHEDULED =
      """
      {"version":"0","source":"aws.events","detail-type":"Scheduled Event","resources":[],
       "detail":{}}
      """;

  private static DynamoDbUnderTest server;
  private static RelaySystem system;
  private static EventSourceMapping mapping;
  private static LambdaProcess redrive;
  private static ControlView control;

  @BeforeAll
  static void start() {
    server = DynamoDbUnderTest.open();
    system = RelaySystem.withControlTable(server, SECTIONS, settings -> settings);
    mapping = system.map();
    redrive = system.function(FunctionJar.REDRIVE, NEW_RULE).build();
    control = new ControlView(system);
  }

  @AfterAll
  static void stop() {
    redrive.close();
    mapping.close();
    system.close();
    server.close();
  }

  @Test
  void aRejectedEventClosesItsLaneUntilItIsRedriven() throws Exception {
    Injection rejecting =
        system
            .faults()
            .inject(
                When.on(Service.EVENTBRIDGE),
                Fault.failEntries(
                    entry -> entry.body().contains("\"rejected\"") && isVersion(2, entry.body()),
                    EntryError.rejected("InvalidArgument")));
    Instant start = Instant.now();
    commit("rejected", 1, 4);
    commit("fine", 1, 4);
    drain();

    assertThat(arrived(RelaySystem.BUS, "rejected")).containsExactly(1);
    assertThat(arrived(RelaySystem.TOPIC, "rejected")).containsExactly(1, 2, 3, 4);
    assertThat(arrived(RelaySystem.STREAM, "rejected")).containsExactly(1, 2, 3, 4);
    assertThat(arrived(RelaySystem.BUS, "fine")).containsExactly(1, 2, 3, 4);
    assertThat(mapping.progress().failedInvocations()).as("progress passes it").isZero();
    assertThat(control.lanes())
        .containsEntry(
            "bus/Order#rejected", Map.of(ParkReason.REJECTED, 1L, ParkReason.BEHIND, 2L));
    List<ParkedEvent> parked = control.parked("bus", "rejected");
    assertThat(parked)
        .extracting(each -> each.cause().reason())
        .containsExactly(ParkReason.REJECTED, ParkReason.BEHIND, ParkReason.BEHIND);
    assertThatItCanBeExamined(parked.get(0), "InvalidArgument", start);
    assertThat(redrive("{\"reasons\":[\"REJECTED\"]}"))
        .as("the cause is still there")
        .contains("\"published\":0", "\"released\":0", "\"stuck\":1");
    rejecting.cancel();
    assertThat(redrive("{}")).as("a scheduled redrive skips it").contains("\"published\":0");
    assertThat(redrive("{\"reasons\":[\"REJECTED\"]}"))
        .contains("\"published\":3", "\"released\":1", "\"stuck\":0");
    assertThat(control.lanes()).doesNotContainKey("bus/Order#rejected");

    commit("rejected", 5, 5);
    drain();
    assertThat(arrived(RelaySystem.BUS, "rejected")).containsExactly(1, 2, 3, 4, 5);
    assertThat(control.lanes()).as("it was not parked").doesNotContainKey("bus/Order#rejected");
  }

  @Test
  void aCustomBusGetsWhatItRejectedInOrderWhenItIsRedriven() throws Exception {
    Injection rejecting =
        system
            .faults()
            .inject(
                When.on(Service.EVENTBRIDGEV2),
                Fault.failEntries(
                    entry -> entry.body().contains("\"invalid\"") && isVersion(2, entry.body()),
                    EntryError.rejected("VALIDATION_ERROR")));
    commit("invalid", 1, 4);
    drain();

    assertThat(arrived(RelaySystem.CUSTOM_BUS, "invalid")).containsExactly(1);
    assertThat(arrived(RelaySystem.BUS, "invalid")).containsExactly(1, 2, 3, 4);
    assertThat(control.parked("shop", "invalid").get(0).cause().code())
        .isEqualTo("VALIDATION_ERROR");
    rejecting.cancel();
    assertThat(redrive("{\"reasons\":[\"REJECTED\"]}"))
        .contains("\"published\":3", "\"released\":1", "\"stuck\":0");
    assertThat(arrived(RelaySystem.CUSTOM_BUS, "invalid")).containsExactly(1, 2, 3, 4);
  }

  @Test
  void anEventThatNoRuleMatchesWaitsForARule() throws Exception {
    Instant start = Instant.now();
    commit("unroutable", 1, 1);
    system.commit("unroutable", 2, "New");
    commit("unroutable", 3, 3);
    drain();

    for (String target : List.of(RelaySystem.BUS, RelaySystem.TOPIC, RelaySystem.STREAM)) {
      assertThat(arrived(target, "unroutable")).as(target).containsExactly(1);
    }
    assertThat(control.lanes()).containsKey("*/Order#unroutable");
    assertThatItCanBeExamined(control.parked("*", "unroutable").get(0), "UNROUTABLE", start);

    assertThat(redrive("{\"reasons\":[\"UNROUTABLE\"]}"))
        .as("one to the bus, one to all targets")
        .contains("\"published\":" + (1 + system.targets()), "\"released\":1");
    assertThat(arrived(RelaySystem.BUS, "unroutable")).containsExactly(1, 2, 3);
    assertThat(arrived(RelaySystem.TOPIC, "unroutable")).containsExactly(1, 3);

    commit("unroutable", 4, 4);
    drain();
    assertThat(arrived(RelaySystem.TOPIC, "unroutable")).containsExactly(1, 3, 4);
    assertThat(control.lanes()).doesNotContainKey("*/Order#unroutable");
  }

  @Test
  void aRecordThatCannotBeReadHoldsBackItsAggregateOnly() throws Exception {
    Instant start = Instant.now();
    system.commitPoison("malformed", "0000000000000000001");
    commit("malformed", 2, 3);
    commit("beside", 1, 2);
    drain();

    assertThat(arrived(RelaySystem.BUS, "malformed")).isEmpty();
    assertThat(arrived(RelaySystem.BUS, "beside")).containsExactly(1, 2);
    assertThat(control.lanes()).containsKey("*/Order#malformed");
    ParkedEvent parked = control.parked("*", "malformed").get(0);
    assertThatItCanBeExamined(parked, "MALFORMED", start);
    assertThat(parked.item().get("payload").string()).as("the full copy").isEqualTo("secret");

    assertThat(redrive("{\"reasons\":[\"MALFORMED\"]}"))
        .as("it is still unreadable")
        .contains("\"published\":0", "\"stuck\":1");
    assertThat(control.parked("*", "malformed")).hasSize(3);
    assertThat(system.output.stream().noneMatch(line -> line.contains("secret"))).isTrue();
    assertThat(system.output.stream().filter(line -> line.contains("cannot be read")))
        .as("it is logged")
        .singleElement(STRING)
        .contains("\"level\":\"ERROR\"", "OUTBOX#Order#malformed", "v: found nothing");
  }

  @Test
  void aTargetThatIsDownDoesNotKeepTheOthersWaiting() throws Exception {
    Instant start = Instant.now();
    Injection down =
        system.faults().inject(When.on(Service.SNS), Fault.fail(503, "ServiceUnavailable"));
    commit("blocked-a", 1, 2);
    commit("blocked-b", 1, 2);
    drain();

    assertThat(arrived(RelaySystem.TOPIC, "blocked-a")).isEmpty();
    assertThat(arrived(RelaySystem.BUS, "blocked-a")).containsExactly(1, 2);
    assertThat(arrived(RelaySystem.STREAM, "blocked-b")).containsExactly(1, 2);
    assertThat(control.parked("billing", "blocked-a")).hasSize(2);
    assertThat(control.parked("billing", "blocked-b")).hasSize(2);
    ParkedEvent parked = control.parked("billing", "blocked-a").get(0);
    assertThatItCanBeExamined(parked, "ServiceUnavailable", start);
    assertThat(parked.attempts().count()).isGreaterThan(1);
    assertThat(parked.attempts().first()).isBefore(parked.attempts().last());

    commit("blocked-a", 3, 3);
    drain();
    assertThat(control.parked("billing", "blocked-a")).hasSize(3);
    assertThat(redrive(SCHEDULED)).as("still down").contains("\"published\":0", "\"released\":0");

    down.cancel();
    assertThat(redrive(SCHEDULED)).contains("\"published\":5", "\"stuck\":0");
    int last = relayedAgain();
    assertThat(arrived(RelaySystem.TOPIC, "blocked-a"))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, last).boxed().toList());
    assertThat(arrived(RelaySystem.TOPIC, "blocked-b")).containsExactly(1, 2);
  }

  /**
   * Commits until the relay has noticed that the target is up; until then events are parked as well
   * and redriven in order. A probe is sent at least every 30 seconds, and two have to succeed.
   */
  private static int relayedAgain() throws Exception {
    Instant end = Instant.now().plus(RelaySystem.patience());
    int version = 3;
    int live = 0;
    while (live < 3 && Instant.now().isBefore(end)) {
      commit("blocked-a", ++version, version);
      drain();
      boolean isParked = !control.parked("billing", "blocked-a").isEmpty();
      live = isParked ? 0 : live + 1;
      if (isParked) {
        redrive(SCHEDULED);
      }
    }
    assertThat(live).as("events in a row that were relayed at once").isEqualTo(3);
    return version;
  }

  @Test
  void whatIsParkedIsSentElsewhereOrDiscardedAsAnOperatorDecides() throws Exception {
    Injection rejecting =
        system
            .faults()
            .inject(
                When.on(Service.EVENTBRIDGE),
                Fault.failEntries(
                    entry -> entry.body().contains("\"leaving-"),
                    EntryError.rejected("InvalidArgument")));
    commit("leaving-a", 1, 2);
    commit("leaving-b", 1, 2);
    drain();
    rejecting.cancel();
    String request =
        "{\"%s\":{\"target\":\"bus\",\"aggregate\":\"Order#leaving-%s\",\"behind\":true,\"by\":\"ann\",\"reason\":\"x\"%s}}";
    String both = "{\"left\":2,\"obstacle\":0,\"busy\":0}";

    assertThat(redrive(request.formatted("send", "a", ",\"to\":\"audit\""))).isEqualTo(both);
    assertThat(redrive(request.formatted("discard", "b", ""))).isEqualTo(both);
    assertThat(control.decisions())
        .containsExactly(
            "ann: discard of Order#leaving-b for bus with what is behind: DONE 2, because x",
            "ann: reroute to audit of Order#leaving-a for bus with what is behind: DONE 2, because x");

    redrive(SCHEDULED);
    assertThat(arrived(RelaySystem.STREAM, "leaving-a")).containsExactly(1, 2, 1, 2);
    assertThat(arrived(RelaySystem.STREAM, "leaving-b")).containsExactly(1, 2);
    assertThat(arrived(RelaySystem.BUS, "leaving-a")).isEmpty();
    assertThat(arrived(RelaySystem.BUS, "leaving-b")).isEmpty();
    assertThat(control.lanes()).doesNotContainKeys("bus/Order#leaving-a", "bus/Order#leaving-b");
  }

  @Test
  void receiptsShowWhatWasPublished() throws Exception {
    int before = control.publicationsInReceipts();
    commit("receipt", 1, 3);
    drain();

    assertThat(control.publicationsInReceipts()).isEqualTo(before + 3 * system.targets());
  }

  private static void assertThatItCanBeExamined(ParkedEvent parked, String code, Instant start) {
    assertThat(parked.cause().code()).isEqualTo(code);
    assertThat(parked.cause().message()).isNotBlank().doesNotContain("secret");
    assertThat(parked.place().position().sequenceNumber()).isNotBlank();
    assertThat(parked.place().record().partition()).startsWith("OUTBOX#Order#");
    assertThat(parked.attempts().first()).isBetween(start.minusMillis(1), parked.attempts().last());
    assertThat(parked.attempts().last()).isBeforeOrEqualTo(Instant.now());
    assertThat(parked.item().names()).contains("PK", "SK");
  }

  private static boolean isVersion(int version, String body) {
    return body.contains("\"secret\":" + version);
  }

  private static void commit(String order, int from, int to) {
    for (int version = from; version <= to; version++) {
      system.commit(order, version);
    }
  }

  private static List<Integer> arrived(String target, String order) {
    return Received.all(system.aws).stream()
        .filter(each -> each.target().equals(target))
        .findFirst()
        .map(each -> each.of(order))
        .orElseThrow();
  }

  private static String redrive(String request) throws Exception {
    return new String(
        redrive.invoke(request.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  private static void drain() throws InterruptedException {
    assertThat(mapping.awaitDrained(RelaySystem.patience())).as(system.tail()).isTrue();
  }
}
