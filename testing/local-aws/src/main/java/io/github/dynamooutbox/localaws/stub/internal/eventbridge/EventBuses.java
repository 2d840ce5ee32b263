package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The buses that exist. */
final class EventBuses {
  static final String DEFAULT = "default";

  private final Map<String, EventBus> buses = new ConcurrentHashMap<>();
  private final Account account;
  private final Clock clock;

  EventBuses(Account account, Clock clock) {
    this.account = account;
    this.clock = clock;
    create(DEFAULT);
  }

  /** The bus that a request or an entry names, by name or ARN. */
  static String nameIn(JsonInput input) {
    return input
        .text("EventBusName")
        .filter(name -> !name.isEmpty())
        .map(Account::nameOf)
        .orElse(DEFAULT);
  }

  EventBus create(String name) {
    EventBus bus = new EventBus(name, account.arn("events", "event-bus/" + name), clock.instant());
    if (buses.putIfAbsent(name, bus) != null) {
      throw ServiceError.badRequest(
          "ResourceAlreadyExistsException", "Event bus " + name + " already exists.");
    }
    return bus;
  }

  void delete(String name) {
    if (name.equals(DEFAULT)) {
      throw ServiceError.badRequest("ValidationException", "Cannot delete event bus default.");
    }
    buses.remove(name);
  }

  Optional<EventBus> find(String name) {
    return Optional.ofNullable(buses.get(name));
  }

  EventBus get(String name) {
    return find(name)
        .orElseThrow(
            () ->
                ServiceError.badRequest(
                    "ResourceNotFoundException", "Event bus " + name + " does not exist."));
  }

  List<EventBus> all() {
    return buses.values().stream().sorted((a, b) -> a.name().compareTo(b.name())).toList();
  }

  String ruleArn(String bus, String rule) {
    String path = bus.equals(DEFAULT) ? rule : bus + '/' + rule;
    return account.arn("events", "rule/" + path);
  }
}
