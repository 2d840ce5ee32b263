package io.github.dynamooutbox.localaws.stub.internal.bus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.CustomBuses;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.bus.CustomBus.Subscriber;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The Custom Event Buses of the account, and the actions on them. */
public final class BusService implements CustomBuses {
  /** API reference, PutEvents. */
  private static final String ARN =
      "arn:aws(-[a-z0-9]+)*:events:[a-z0-9-]+:[0-9]{12}:event-busv2/[A-Za-z0-9][._A-Za-z0-9-]{0,255}/[a-z0-9]{25}";

  private static final int ID_LENGTH = 25;

  private final Map<String, CustomBus> buses = new ConcurrentHashMap<>();
  private final Account account;
  private final Clock clock;
  private final Deliveries deliveries;
  private final BusIntake intake;

  public BusService(
      Account account, Clock clock, RecordingLog<AcceptedBusEvent> log, Deliveries deliveries) {
    this.account = account;
    this.clock = clock;
    this.deliveries = deliveries;
    this.intake = new BusIntake(account, clock, log);
  }

  public ServiceEndpoint endpoint() {
    return JsonEndpoint.rpc(
        Service.EVENTBRIDGEV2,
        "AWSEventsV2",
        Map.of(
            "CreateEventBus", this::create,
            "DescribeEventBus", this::describe,
            "DeleteEventBus", this::delete,
            "CreateSubscriber", this::subscribe,
            "PutEvents", call -> intake.put(bus(call), false, call),
            "PutRawEvents", call -> intake.put(bus(call), true, call)),
        input ->
            Set.of(Account.nameOf(input.text("EventBusArn").orElse("").replaceAll("/[^/]*$", ""))));
  }

  @Override
  public String create(String name, Duration retention) {
    String id = (UUID.randomUUID().toString() + UUID.randomUUID()).replace("-", "");
    String arn = account.arn("events", "event-busv2/" + name + '/' + id.substring(0, ID_LENGTH));
    buses.put(arn, new CustomBus(name, arn, retention));
    return arn;
  }

  @Override
  public void state(String arn, String state, String reason) {
    bus(arn).state(state, reason);
  }

  @Override
  public void deny(Predicate<BatchEntry> policy) {
    intake.deny(policy);
  }

  @Override
  public void groupRate(int eventsAndKilobytes) {
    intake.groupRate(eventsAndKilobytes);
  }

  @Override
  public void subscribe(String busArn, String targetArn, boolean fifo, boolean withMetadata) {
    bus(busArn)
        .subscribe(new Subscriber(targetArn, fifo, withMetadata, deliveries), clock.instant());
  }

  private ObjectNode create(JsonCall call) {
    int days =
        call.input()
            .structure("StorageConfiguration")
            .map(storage -> storage.integer("RetentionPeriodInDays").orElse(1))
            .orElse(1);
    String arn = create(call.input().requiredText("Name"), Duration.ofDays(days));
    return call.output().put("EventBusArn", arn).put("State", "ACTIVE");
  }

  private ObjectNode describe(JsonCall call) {
    CustomBus bus = bus(call);
    ObjectNode output =
        call.output()
            .put("EventBusArn", bus.arn())
            .put("Name", bus.name())
            .put("State", bus.state());
    if (!bus.reason().isEmpty()) {
      output.put("StateReason", bus.reason());
    }
    output
        .putObject("StorageConfiguration")
        .put("RetentionPeriodInDays", Math.toIntExact(bus.retention().toDays()));
    return output;
  }

  private ObjectNode delete(JsonCall call) {
    buses.remove(bus(call).arn());
    return call.output();
  }

  private ObjectNode subscribe(JsonCall call) {
    JsonInput input = call.input();
    String target =
        input
            .structure("InvokeConfiguration")
            .orElseThrow(() -> PublishedEntry.invalid("InvokeConfiguration is required"))
            .requiredText("TargetArn");
    if (input.has("FilterConfiguration")) {
      throw PublishedEntry.invalid("This stub has no filters");
    }
    String form = input.structure("Transformer").map(it -> it.requiredText("Type")).orElse("RAW");
    if (!Set.of("RAW", "WITH_METADATA").contains(form)) {
      throw PublishedEntry.invalid("This stub has no transformer " + form);
    }
    subscribe(
        bus(call).arn(),
        target,
        input.text("Type").orElse("UNORDERED").equals("FIFO"),
        form.equals("WITH_METADATA"));
    return call.output()
        .put("SubscriberArn", account.arn("events", "subscriber/" + input.requiredText("Name")))
        .put("State", "RUNNING");
  }

  private CustomBus bus(JsonCall call) {
    String arn = call.input().text("EventBusArn").orElse("");
    if (!arn.matches(ARN)) {
      throw PublishedEntry.invalid("EventBusArn does not match its pattern");
    }
    return bus(arn);
  }

  private CustomBus bus(String arn) {
    CustomBus bus = buses.get(arn);
    if (bus == null) {
      throw new ServiceError(404, "ResourceNotFoundException", "The event bus does not exist");
    }
    return bus;
  }
}
