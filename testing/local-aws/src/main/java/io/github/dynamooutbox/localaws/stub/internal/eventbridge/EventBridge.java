package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** EventBridge: the table of its actions, and those on buses. */
public final class EventBridge {
  private static final String NAME = "[.\\-_A-Za-z0-9]{1,256}";

  private final EventBuses buses;

  private EventBridge(EventBuses buses) {
    this.buses = buses;
  }

  /**
   * EventBridge, with its default bus only.
   *
   * @param requestBytes the size limit of a PutEvents request in bytes, as the service counts it
   */
  public static ServiceEndpoint endpoint(
      Account account,
      Clock clock,
      int requestBytes,
      RecordingLog<AcceptedEvent> log,
      Deliveries deliveries) {
    EventBuses buses = new EventBuses(account, clock);
    EventBridge bus = new EventBridge(buses);
    RuleActions rules = new RuleActions(buses, deliveries);
    PutEvents events =
        new PutEvents(requestBytes, new EventIntake(buses, account, clock, log, deliveries));
    return new JsonEndpoint(
        Service.EVENTBRIDGE,
        "AWSEvents.",
        Map.of(
            "CreateEventBus", bus::create,
            "DeleteEventBus", bus::delete,
            "DescribeEventBus", bus::describe,
            "ListEventBuses", bus::list,
            "PutRule", rules::put,
            "DeleteRule", rules::delete,
            "PutTargets", rules::putTargets,
            "RemoveTargets", rules::removeTargets,
            "PutEvents", events::perform),
        EventBridge::targets);
  }

  private static Set<String> targets(JsonInput input) {
    Set<String> names = new HashSet<>();
    for (JsonInput entry : input.structures("Entries")) {
      names.add(EventBuses.nameIn(entry));
    }
    if (names.isEmpty()) {
      names.add(
          input.has("EventBusName")
              ? EventBuses.nameIn(input)
              : input.text("Name").map(Account::nameOf).orElse(EventBuses.DEFAULT));
    }
    return names;
  }

  private ObjectNode create(JsonCall call) {
    String name = call.input().requiredText("Name");
    if (!name.matches(NAME)) {
      throw JsonInput.invalid(
          "'" + name + "'", "Name", "Member must satisfy regular expression pattern: " + NAME);
    }
    return call.output().put("EventBusArn", buses.create(name).arn());
  }

  /** Deletes a bus with its rules; a bus that does not exist is not an error. */
  private ObjectNode delete(JsonCall call) {
    buses.delete(Account.nameOf(call.input().requiredText("Name")));
    return call.output();
  }

  private ObjectNode describe(JsonCall call) {
    EventBus bus =
        buses.get(call.input().text("Name").map(Account::nameOf).orElse(EventBuses.DEFAULT));
    ObjectNode output = call.output().put("Name", bus.name()).put("Arn", bus.arn());
    call.put(output, "CreationTime", bus.createdAt());
    return output;
  }

  /** All buses, sorted by name, on one page. */
  private ObjectNode list(JsonCall call) {
    String prefix = call.input().text("NamePrefix").orElse("");
    ObjectNode output = call.output();
    ArrayNode list = output.putArray("EventBuses");
    for (EventBus bus : buses.all()) {
      if (bus.name().startsWith(prefix)) {
        list.addObject().put("Name", bus.name()).put("Arn", bus.arn());
      }
    }
    return output;
  }

  /** The buses that exist. */
  static final class EventBuses {
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
      EventBus bus =
          new EventBus(name, account.arn("events", "event-bus/" + name), clock.instant());
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
}
