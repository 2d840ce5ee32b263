package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Leased;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.ConditionFailedException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an inbox does at DynamoDB, and at the fake that the model test runs on. */
abstract class InboxContract {
  static final HandleResult HANDLED = new Handled(Optional.empty(), false);
  static final HandleResult REPEAT = new AlreadyHandled(Proof.ENTRY, false);
  static final HandleResult COVERED = new AlreadyHandled(Proof.CURSOR, false);

  final AggregateKey order = Events.order(UUID.randomUUID().toString());
  final String consumer = "c-" + UUID.randomUUID();
  private Instant now = Instant.parse("2026-11-22T12:00:00Z");

  abstract DynamoDbClient client();

  abstract String table();

  /** Deletes an item as TTL would. */
  final void expire(Map<String, AttributeValue> key) {
    client().deleteItem(delete -> delete.tableName(table()).key(key));
  }

  final InboxBuilder builder() {
    return Inbox.builder(client()).table(table()).consumer(consumer).clock(() -> now);
  }

  final Inbox every(OnGap onGap) {
    return builder().order(OrderGuard.everyEvent(DeliveryMode.SINGLE, onGap)).build();
  }

  final Effects effects() {
    return new Effects(client(), table(), consumer);
  }

  final InboxKeys keys() {
    return new InboxKeys(consumer, OutboxSchema.defaults());
  }

  @Test
  void repeatsDoNothing() {
    Inbox inbox = builder().build();
    Effects effects = effects();
    ReceivedEvent event = Events.unsequenced(order, "e1");

    assertThat(inbox.handle(event, effects)).isEqualTo(HANDLED);
    assertThat(inbox.handle(event, effects)).isEqualTo(REPEAT);
    assertThat(inbox.handle(event, effects)).isEqualTo(REPEAT);

    assertThat(effects.times(event)).isEqualTo(1);
  }

  @Test
  void entryExpiresAfterTheRetention() {
    builder().retention(Duration.ofHours(2)).build().handle(Events.at(order, 1), effects());

    Map<String, AttributeValue> entry =
        client()
            .getItem(get -> get.tableName(table()).key(keys().entry(Events.at(order, 1))))
            .item();
    assertThat(entry.get("ttl").n())
        .isEqualTo(Long.toString(now.plusSeconds(7_200).getEpochSecond()));
  }

  @Test
  void consumersShareATable() {
    ReceivedEvent event = Events.at(order, 1);
    Inbox other = builder().consumer(consumer + ".other").build();
    Effects theirs = new Effects(client(), table(), consumer + ".other");

    assertThat(builder().build().handle(event, effects())).isEqualTo(HANDLED);
    assertThat(other.handle(event, theirs)).isEqualTo(HANDLED);

    assertThat(effects().times(event)).isEqualTo(1);
    assertThat(theirs.times(event)).isEqualTo(1);
  }

  @Test
  void sameIdOfAnotherSourceIsAnotherEvent() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");
    Map<String, String> attributes = new TreeMap<>(event.attributes());
    attributes.put("source", "/shop/payments");

    inbox.handle(event, effects());

    assertThat(inbox.handle(ReceivedEvent.of(attributes, event.data()), effects()))
        .isEqualTo(HANDLED);
  }

  @Test
  void longIdsAreHashed() {
    Inbox inbox = every(OnGap.WAIT);
    AggregateKey longest = Events.order("o".repeat(2_040));
    ReceivedEvent event = Events.at(longest, 1);

    assertThat(inbox.handle(event, tx -> {})).isEqualTo(HANDLED);
    assertThat(inbox.handle(event, tx -> {})).isEqualTo(REPEAT);
  }

  @Test
  void failedConditionOfTheHandlerWritesNothing() {
    Inbox inbox = every(OnGap.WAIT);
    ReceivedEvent event = Events.at(order, 1);
    EventHandler impossible =
        (each, tx) -> {
          effects().handle(each, tx);
          tx.check(
                  Map.of("PK", AttributeValue.fromS("none"), "SK", AttributeValue.fromS("none")),
                  "attribute_exists(PK)")
              .named("stock");
        };

    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(() -> inbox.handle(event, impossible))
        .satisfies(e -> assertThat(e.conditions().get(0).action().isNamed("stock")).isTrue());

    assertThat(effects().times(event)).isZero();
    assertThat(inbox.handle(event, effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(event, impossible)).isEqualTo(REPEAT);
  }

  @Test
  void handlerThatThrowsWritesNothing() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.at(order, 1);

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                inbox.handle(
                    event,
                    tx -> {
                      throw new IllegalStateException("no");
                    }));

    assertThat(inbox.handle(event, effects())).isEqualTo(HANDLED);
  }

  @Test
  void raisesEventsInTheSameTransaction() {
    Outbox outbox = Outbox.builder(client()).table(table()).source("/shop/totals").build();
    Inbox inbox = builder().outbox(outbox).build();
    Map<String, String> attributes = new TreeMap<>(Events.at(order, 1).attributes());
    attributes.put("correlationid", "corr-1");
    attributes.put("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    ReceivedEvent event = ReceivedEvent.of(attributes, Events.at(order, 1).data());
    Aggregate total = Aggregate.of("Total", order.id()).at(1);

    for (int i = 0; i < 3; i++) {
      inbox.handle(event, tx -> tx.events(total, Event.of("TotalChanged", Map.of("n", 1))));
    }

    Map<String, AttributeValue> record =
        client()
            .getItem(
                get ->
                    get.tableName(table())
                        .key(
                            Map.of(
                                "PK", AttributeValue.fromS("OUTBOX#" + total.key()),
                                "SK", AttributeValue.fromS("0000000000000000001"))))
            .item();
    assertThat(record)
        .containsEntry("causationId", AttributeValue.fromS(event.id()))
        .containsEntry("correlationId", AttributeValue.fromS("corr-1"))
        .containsEntry("traceparent", AttributeValue.fromS(attributes.get("traceparent")));
    assertThat(record.get("events").l()).hasSize(1);
  }

  @Test
  void leaseKeepsTwoCallsApart() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");
    List<HandleResult> meanwhile = new ArrayList<>();

    HandleResult result =
        inbox.handleAtLeastOnce(
            event,
            Duration.ofMinutes(1),
            each -> meanwhile.add(inbox.handleAtLeastOnce(each, Duration.ofMinutes(1), e -> {})));

    assertThat(meanwhile).containsExactly(new Leased(now.plusSeconds(60)));
    assertThat(result).isEqualTo(HANDLED);
    assertThat(inbox.handleAtLeastOnce(event, Duration.ofMinutes(1), e -> {})).isEqualTo(REPEAT);
  }

  @Test
  void leaseOfADeadCallEnds() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");
    List<String> calls = new ArrayList<>();

    inbox.handleAtLeastOnce(
        event,
        Duration.ofMinutes(1),
        dead -> {
          now = now.plusSeconds(61);
          assertThat(inbox.handleAtLeastOnce(event, Duration.ofMinutes(1), e -> calls.add("next")))
              .isEqualTo(HANDLED);
        });

    assertThat(calls).containsExactly("next");
    assertThat(inbox.handleAtLeastOnce(event, Duration.ofMinutes(1), e -> {})).isEqualTo(REPEAT);
  }

  @Test
  void leaseIsReleasedWhenTheHandlerThrows() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                inbox.handleAtLeastOnce(
                    event,
                    Duration.ofMinutes(1),
                    e -> {
                      throw new IllegalStateException("no");
                    }));

    assertThat(inbox.handleAtLeastOnce(event, Duration.ofMinutes(1), e -> {})).isEqualTo(HANDLED);
  }
}
