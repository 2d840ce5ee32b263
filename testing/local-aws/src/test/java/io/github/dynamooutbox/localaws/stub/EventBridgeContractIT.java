package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.EventBridgeException;
import software.amazon.awssdk.services.eventbridge.model.EventBus;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;
import software.amazon.awssdk.services.eventbridge.model.ResourceAlreadyExistsException;
import software.amazon.awssdk.services.eventbridge.model.ResourceNotFoundException;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.model.Message;

/** What publishers rely on at EventBridge. */
@ExtendWith(ContractServices.Extension.class)
class EventBridgeContractIT {
  private final Cleanup cleanup = new Cleanup();
  private final ContractServices aws;
  private final EventBridgeClient events;
  private final String bus = ContractServices.unique("bus");

  EventBridgeContractIT(ContractServices aws) {
    this.aws = aws;
    this.events = aws.eventBridge();
  }

  @BeforeEach
  void createBus() {
    events.createEventBus(r -> r.name(bus));
    cleanup.later(() -> events.deleteEventBus(r -> r.name(bus)));
  }

  @AfterEach
  void cleanUp() {
    cleanup.run();
  }

  private PutEventsRequestEntry.Builder entry(String detail) {
    return PutEventsRequestEntry.builder()
        .eventBusName(bus)
        .source("/shop/orders")
        .detailType("OrderPlaced")
        .detail(detail);
  }

  @Test
  void everyAcceptedEntryGetsAnIdOfItsOwn() {
    List<PutEventsRequestEntry> entries =
        IntStream.range(0, 10).mapToObj(i -> entry("{\"n\":" + i + "}").build()).toList();

    PutEventsResponse response = events.putEvents(r -> r.entries(entries));

    assertThat(response.failedEntryCount()).isZero();
    assertThat(response.entries()).hasSize(10).allMatch(e -> e.errorCode() == null);
    assertThat(response.entries())
        .extracting(PutEventsResultEntry::eventId)
        .doesNotHaveDuplicates();
  }

  @Test
  void moreThanTenEntriesAreRefusedAsARequest() {
    List<PutEventsRequestEntry> entries = Collections.nCopies(11, entry("{}").build());

    EventBridgeException error =
        catchThrowableOfType(
            EventBridgeException.class, () -> events.putEvents(r -> r.entries(entries)));

    assertThat(error.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
    assertThat(error.statusCode()).isEqualTo(400);
  }

  @Test
  void anEntryAtFaultFailsAloneAndInItsPlace() {
    PutEventsResponse response =
        events.putEvents(
            r ->
                r.entries(
                    entry("{\"n\":1}").build(),
                    entry("not JSON").build(),
                    entry("{\"n\":3}").detailType(null).build(),
                    entry("{\"n\":4}").build()));

    assertThat(response.failedEntryCount()).isEqualTo(2);
    assertThat(response.entries())
        .extracting(PutEventsResultEntry::errorCode)
        .containsExactly(null, "MalformedDetail", "InvalidArgument", null);
    assertThat(response.entries().get(0).eventId()).isNotNull();
    assertThat(response.entries().get(1).eventId()).isNull();
  }

  @Test
  void eventsForABusThatDoesNotExistAreAcceptedWithoutAnError() {
    PutEventsResponse response =
        events.putEvents(
            r -> r.entries(entry("{}").eventBusName(ContractServices.unique("missing")).build()));

    assertThat(response.failedEntryCount()).isZero();
    assertThat(response.entries().get(0).eventId()).isNotNull();
  }

  @Test
  void aBusIsDescribedByNameAndByArn() {
    String arn = events.describeEventBus(r -> r.name(bus)).arn();

    assertThat(arn).endsWith(":event-bus/" + bus);
    assertThat(events.describeEventBus(r -> r.name(arn)).name()).isEqualTo(bus);
  }

  @Test
  void aMissingBusIsNotDescribed() {
    assertThatExceptionOfType(ResourceNotFoundException.class)
        .isThrownBy(() -> events.describeEventBus(r -> r.name(ContractServices.unique("missing"))));
  }

  @Test
  void aBusIsCreatedOnlyOnce() {
    assertThatExceptionOfType(ResourceAlreadyExistsException.class)
        .isThrownBy(() -> events.createEventBus(r -> r.name(bus)));
  }

  @Test
  void busesAreListedByPrefix() {
    assertThat(events.listEventBuses(r -> r.namePrefix(bus)).eventBuses())
        .extracting(EventBus::name)
        .containsExactly(bus);
  }

  @Test
  void aRuleDeliversTheEventsThatMatch() throws Exception {
    TestQueue queue = ruleToQueue("{\"detail-type\":[\"OrderPaid\"]}");

    events.putEvents(
        r ->
            r.entries(
                entry("{\"n\":1}").build(),
                entry("{\"n\":2,\"sum\":1.10}")
                    .detailType("OrderPaid")
                    .time(Instant.parse("2026-11-21T10:15:30Z"))
                    .resources("order/7")
                    .build()));

    List<Message> received = queue.receive(1);
    assertThat(received).hasSize(1);
    JsonNode event = new JsonMapper().readTree(received.get(0).body());
    assertThat(event.path("version").asText()).isEqualTo("0");
    assertThat(event.path("detail-type").asText()).isEqualTo("OrderPaid");
    assertThat(event.path("source").asText()).isEqualTo("/shop/orders");
    assertThat(event.path("time").asText()).isEqualTo("2026-11-21T10:15:30Z");
    assertThat(event.path("resources").path(0).asText()).isEqualTo("order/7");
    assertThat(event.path("detail").path("n").asInt()).isEqualTo(2);
    assertThat(event.path("detail").path("sum").asDouble()).isEqualTo(1.1);
    assertThat(event.has("id") && event.has("account") && event.has("region")).isTrue();
    assertThat(queue.poll(1)).isEmpty();
  }

  @Test
  void anInvalidPatternIsRefused() {
    EventBridgeException error =
        catchThrowableOfType(
            EventBridgeException.class,
            () ->
                events.putRule(
                    r -> r.eventBusName(bus).name("bad").eventPattern("{\"source\":\"text\"}")));

    assertThat(error.awsErrorDetails().errorCode()).isEqualTo("InvalidEventPatternException");
  }

  @Test
  void aRuleWithTargetsIsNotDeleted() {
    ruleToQueue("{\"source\":[\"/shop/orders\"]}");

    EventBridgeException error =
        catchThrowableOfType(
            EventBridgeException.class,
            () -> events.deleteRule(r -> r.eventBusName(bus).name("rule")));

    assertThat(error.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
  }

  private TestQueue ruleToQueue(String pattern) {
    TestQueue queue = TestQueue.standard(aws.sqs(), cleanup);
    events.putRule(r -> r.eventBusName(bus).name("rule").eventPattern(pattern));
    cleanup.later(() -> events.deleteRule(r -> r.eventBusName(bus).name("rule")));
    int failed =
        events
            .putTargets(
                r ->
                    r.eventBusName(bus)
                        .rule("rule")
                        .targets(Target.builder().id("q").arn(queue.arn()).build()))
            .failedEntryCount();
    assertThat(failed).isZero();
    cleanup.later(() -> events.removeTargets(r -> r.eventBusName(bus).rule("rule").ids("q")));
    return queue;
  }
}
