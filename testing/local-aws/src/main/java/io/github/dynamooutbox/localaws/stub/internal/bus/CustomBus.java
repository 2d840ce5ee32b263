package io.github.dynamooutbox.localaws.stub.internal.bus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
}
