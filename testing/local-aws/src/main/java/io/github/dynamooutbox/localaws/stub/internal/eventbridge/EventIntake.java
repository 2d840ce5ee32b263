package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.eventbridge.EventBridge.EventBuses;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;

/** Accepts valid events: logs each and sends it to the queues of the rules that match. */
final class EventIntake {
  private final EventBuses buses;
  private final Account account;
  private final Clock clock;
  private final RecordingLog<AcceptedEvent> log;
  private final Deliveries deliveries;

  EventIntake(
      EventBuses buses,
      Account account,
      Clock clock,
      RecordingLog<AcceptedEvent> log,
      Deliveries deliveries) {
    this.buses = buses;
    this.account = account;
    this.clock = clock;
    this.log = log;
    this.deliveries = deliveries;
  }

  /**
   * Accepts an event and returns its id. An event for a bus that does not exist gets an id too, and
   * is discarded.
   */
  synchronized String accept(EventEntry entry) {
    String id = UUID.randomUUID().toString();
    Instant now = clock.instant();
    Instant time = entry.time().orElse(now);
    LongFunction<AcceptedEvent> event =
        ordinal ->
            new AcceptedEvent(
                ordinal,
                entry.bus(),
                id,
                entry.source().orElse(""),
                entry.detailType().orElse(""),
                entry.detail().orElse(""),
                time,
                entry.resources(),
                entry.traceHeader(),
                now);
    Optional<EventBus> bus = buses.find(entry.bus());
    if (bus.isEmpty()) {
      log.discard(event);
      return id;
    }
    log.accept(event);
    deliver(bus.get(), eventJson(entry, id, time));
    return id;
  }

  private void deliver(EventBus bus, String event) {
    for (EventBus.RuleTarget target : bus.targetsFor(event)) {
      boolean fifo = Account.isFifo(target.queueArn());
      Optional<String> deduplicationId =
          Optional.of(UUID.nameUUIDFromBytes(event.getBytes(StandardCharsets.UTF_8)).toString())
              .filter(any -> fifo);
      deliveries.send(
          target.queueArn(),
          new QueueMessage(
              event, Map.of(), target.messageGroupId().filter(any -> fifo), deduplicationId));
    }
  }

  private String eventJson(EventEntry entry, String id, Instant time) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("version", "0");
    event.put("id", id);
    event.put("detail-type", entry.detailType().orElse(""));
    event.put("source", entry.source().orElse(""));
    event.put("account", account.id());
    event.put("time", time.truncatedTo(ChronoUnit.SECONDS).toString());
    event.put("region", account.region());
    entry.resources().forEach(event.putArray("resources")::add);
    event.set("detail", entry.parsedDetail().orElseThrow());
    return event.toString();
  }
}
