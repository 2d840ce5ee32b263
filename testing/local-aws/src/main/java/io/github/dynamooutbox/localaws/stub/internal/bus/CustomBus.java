package io.github.dynamooutbox.localaws.stub.internal.bus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A bus: its state, the events that it retains, its groups' rates and its subscribers. */
final class CustomBus {
  private final String name;
  private final String arn;
  private final Duration retention;
  private final Deque<RetainedEvent> retained = new ArrayDeque<>();
  private final List<Subscriber> subscribers = new ArrayList<>();
  private final Map<String, Used> groups = new HashMap<>();
  private String state = "ACTIVE";
  private String reason = "";

  private record Used(long second, int weight) {}

  CustomBus(String name, String arn, Duration retention) {
    this.name = name;
    this.arn = arn;
    this.retention = retention;
  }

  String name() {
    return name;
  }

  String arn() {
    return arn;
  }

  Duration retention() {
    return retention;
  }

  synchronized void state(String newState, String why) {
    state = newState;
    reason = why;
  }

  synchronized String state() {
    return state;
  }

  synchronized String reason() {
    return reason;
  }

  /** Whether the bus takes no more of a group within this second. */
  synchronized boolean isThrottled(String group, int weight, int rate, Instant now) {
    Used used = groups.get(group);
    long second = now.getEpochSecond();
    int before = used == null || used.second() != second ? 0 : used.weight();
    if (before > 0 && before + weight > rate) {
      return true;
    }
    groups.put(group, new Used(second, before + weight));
    return false;
  }

  /** Retains an event and hands it to the subscribers. */
  synchronized void add(RetainedEvent event) {
    while (!retained.isEmpty()
        && retained.getFirst().acceptedAt().plus(retention).isBefore(event.acceptedAt())) {
      retained.removeFirst();
    }
    retained.addLast(event);
    subscribers.forEach(subscriber -> subscriber.deliver(event));
  }

  /** Adds a subscriber, which first gets what the bus retains. */
  synchronized void subscribe(Subscriber subscriber, Instant now) {
    retained.stream()
        .filter(event -> !event.acceptedAt().plus(retention).isBefore(now))
        .forEach(subscriber::deliver);
    subscribers.add(subscriber);
  }

  /** An event as a bus keeps it, and in the forms in which it hands it out. */
  record RetainedEvent(
      PublishedEntry entry, String id, long sequence, Account account, Instant acceptedAt) {
    Optional<String> groupId() {
      return entry.groupId();
    }

    /** The payload alone: the bytes as they were published, or the envelope of Classic. */
    String raw() {
      return entry.classic().isPresent() ? classicEnvelope().toString() : entry.text();
    }

    /** The event under its three names. */
    String withMetadata() {
      ObjectNode event = JsonNodeFactory.instance.objectNode();
      event.set("Data", data());
      ObjectNode metadata = event.putObject("Metadata");
      entry.metadata().forEach(metadata::put);
      ObjectNode system = event.putObject("SystemMetadata");
      system.put("aws:EventId", id);
      system.put("aws:SequenceNumber", Long.toString(sequence));
      system.put("aws:DeliveryType", "LIVE");
      system.put("ContentType", entry.contentType());
      entry.groupId().ifPresent(group -> system.put("EventGroupId", group));
      entry.deduplicationId().ifPresent(key -> system.put("DeduplicationId", key));
      return event.toString();
    }

    private JsonNode data() {
      if (entry.classic().isPresent()) {
        return classicEnvelope();
      }
      boolean json = entry.contentType().equals("application/json");
      return json
          ? entry.parsed().orElseThrow()
          : JsonNodeFactory.instance.textNode(
              Base64.getEncoder().encodeToString(entry.data().asByteArrayUnsafe()));
    }

    private ObjectNode classicEnvelope() {
      var classic = entry.classic().orElseThrow();
      ObjectNode event = JsonNodeFactory.instance.objectNode();
      event.put("version", "0");
      event.put("id", id);
      event.put("detail-type", classic.detailType());
      event.put("source", classic.source());
      event.put("account", account.id());
      event.put("time", classic.time().truncatedTo(ChronoUnit.SECONDS).toString());
      event.put("region", account.region());
      classic.resources().forEach(event.putArray("resources")::add);
      event.set("detail", entry.parsed().orElseThrow());
      return event;
    }
  }

  /**
   * Hands events to a queue or a function. A FIFO subscriber delivers in order; another one uses
   * four workers, which overtake each other.
   */
  record Subscriber(String targetArn, boolean fifo, boolean withMetadata, Deliveries deliveries) {
    private static final int WORKERS = 4;

    void deliver(RetainedEvent event) {
      boolean fifoQueue = Account.isFifo(targetArn);
      QueueMessage message =
          new QueueMessage(
              withMetadata ? event.withMetadata() : event.raw(),
              Map.of(),
              fifoQueue ? Optional.of(event.groupId().orElse("none")) : Optional.empty(),
              Optional.of(event.id()).filter(any -> fifoQueue));
      int worker = fifo ? 0 : (int) (event.sequence() % WORKERS);
      deliveries.send(worker, targetArn, message);
    }
  }
}
