package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The table of EventBridge's actions. */
public final class EventBridge {

  private EventBridge() {}

  /** EventBridge, with its default bus only. */
  public static ServiceEndpoint endpoint(
      Account account,
      Clock clock,
      int requestBytes,
      RecordingLog<AcceptedEvent> log,
      Deliveries deliveries) {
    EventBuses buses = new EventBuses(account, clock);
    return new JsonEndpoint(
        Service.EVENTBRIDGE,
        "AWSEvents.",
        Map.ofEntries(
            Map.entry("CreateEventBus", new CreateEventBus(buses)),
            Map.entry("DeleteEventBus", new DeleteEventBus(buses)),
            Map.entry("DescribeEventBus", new DescribeEventBus(buses)),
            Map.entry("ListEventBuses", new ListEventBuses(buses)),
            Map.entry("PutRule", new PutRule(buses)),
            Map.entry("DeleteRule", new DeleteRule(buses)),
            Map.entry("PutTargets", new PutTargets(buses, deliveries)),
            Map.entry("RemoveTargets", new RemoveTargets(buses)),
            Map.entry(
                "PutEvents",
                new PutEvents(
                    requestBytes, new EventIntake(buses, account, clock, log, deliveries)))),
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
}
