package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.ConditionFailedException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** What an inbox does at DynamoDB, and at the fake that the model test runs on. */
abstract class InboxContract {
  static final HandleResult HANDLED = new Handled(Optional.empty(), false);
  static final HandleResult REPEAT = new AlreadyHandled(Proof.ENTRY, false);
  static final HandleResult COVERED = new AlreadyHandled(Proof.CURSOR, false);

  final AggregateKey order = Events.order(UUID.randomUUID().toString());
  final String consumer = "c-" + UUID.randomUUID();
  Instant now = Instant.parse("2026-11-22T12:00:00Z");

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

  final Map<String, AttributeValue> entry(ReceivedEvent event) {
    return client()
        .getItem(get -> get.tableName(table()).key(keys().entry(event)).consistentRead(true))
        .item();
  }

  /** The entry of an event that was handled now, kept for so many seconds. */
  final Map<String, AttributeValue> entry(ReceivedEvent event, long seconds) {
    Map<String, AttributeValue> entry = new TreeMap<>(keys().entry(event));
    entry.put("handledAt", AttributeValue.fromN(Long.toString(now.toEpochMilli())));
    entry.put("ttl", AttributeValue.fromN(Long.toString(now.getEpochSecond() + seconds)));
    return entry;
  }

  @Test
  void entryExpiresAfterTheRetention() {
    ReceivedEvent event = Events.at(order, 1);
    builder().retention(Duration.ofHours(2)).build().handle(event, effects());

    assertThat(entry(event)).isEqualTo(entry(event, 7_200));
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
    inbox.handle(event, effects());

    assertThat(inbox.handle(Events.with(event, "source", "/shop/payments"), effects()))
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

  /** A handler with a condition that never holds. */
  final EventHandler impossible() {
    return (event, tx) -> {
      effects().handle(event, tx);
      tx.check(
              Map.of("PK", AttributeValue.fromS("none"), "SK", AttributeValue.fromS("none")),
              "attribute_exists(PK)")
          .named("stock");
    };
  }

  @Test
  void failedConditionOfTheHandlerWritesNothing() {
    Inbox inbox = every(OnGap.WAIT);
    ReceivedEvent event = Events.at(order, 1);
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(() -> inbox.handle(event, impossible()))
        .satisfies(e -> assertThat(e.conditions().get(0).action().isNamed("stock")).isTrue());

    assertThat(effects().times(event)).isZero();
    assertThat(inbox.handle(event, effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(event, impossible())).isEqualTo(REPEAT);
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
                    }))
        .withMessage("no");

    assertThat(inbox.handle(event, effects())).isEqualTo(HANDLED);
  }

  /** Whether the event is a repeat could not be looked up either. */
  @Test
  void handlerThatThrowsIsNoRepeatWhileDynamoDbRefusesAll() {
    DynamoDbClient forbidden =
        new WrappedDynamoDb(client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            throw DynamoDbException.builder().statusCode(400).message("denied").build();
          }
        };
    Inbox inbox = Inbox.builder(forbidden).table(table()).consumer(consumer).build();

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                inbox.handle(
                    Events.unsequenced(order, "e1"),
                    tx -> {
                      throw new IllegalStateException("no");
                    }))
        .withMessage("no");
  }

  @Test
  void raisesEventsInTheSameTransaction() {
    Outbox outbox = Outbox.builder(client()).table(table()).source("/shop/totals").build();
    Inbox inbox = builder().outbox(outbox).build();
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    ReceivedEvent event =
        Events.with(
            Events.with(
                Events.with(Events.at(order, 1), "correlationid", "corr-1"), "traceparent", trace),
            "tracestate",
            "vendor=1");
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
        .containsEntry("traceparent", AttributeValue.fromS(trace))
        .containsEntry("tracestate", AttributeValue.fromS("vendor=1"));
    assertThat(record.get("events").l()).hasSize(1);
  }
}
