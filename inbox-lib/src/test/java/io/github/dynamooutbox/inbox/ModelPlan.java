package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What a seed of {@link InboxModel} decides before anything happens. */
final class ModelPlan {
  private static final List<Mode> MODES = List.of(Mode.values());
  private static final AggregateKey AGGREGATE = Events.order("a");

  final Mode mode;
  final OnGap onGap;
  final OnLate onLate;
  final boolean someEvents;
  final DeliveryMode delivery;
  final boolean orderedTarget;

  /** All that was raised, by source, in order: each has an aggregate of the same name. */
  final List<List<ReceivedEvent>> raised = new ArrayList<>();

  /** What never arrives. */
  final Set<ReceivedEvent> discarded = new HashSet<>();

  /** Every copy of what arrives. */
  final List<ReceivedEvent> deliveries = new ArrayList<>();

  ModelPlan(Random random) {
    this.mode = MODES.get(random.nextInt(MODES.size()));
    boolean cursorOnly = mode == Mode.CURSOR;
    this.delivery = random.nextBoolean() ? DeliveryMode.SINGLE : DeliveryMode.IN_ORDER;
    this.someEvents = !cursorOnly && random.nextInt(4) == 0;
    this.onGap = onGap(random, cursorOnly);
    this.onLate = !cursorOnly && random.nextInt(3) == 0 ? OnLate.HANDLE : OnLate.REPORT;
    this.orderedTarget = random.nextBoolean();
    raise(random);
    deliver(random);
  }

  private OnGap onGap(Random random, boolean cursorOnly) {
    List<OnGap> choices = new ArrayList<>(List.of(OnGap.PARK));
    if (delivery == DeliveryMode.SINGLE) {
      choices.add(OnGap.WAIT);
    }
    if (!cursorOnly) {
      choices.add(OnGap.ACCEPT);
    }
    return choices.get(random.nextInt(choices.size()));
  }

  private void raise(Random random) {
    double gone = random.nextInt(3) == 0 ? 0.2 : 0;
    for (int i = 0; i <= random.nextInt(2); i++) {
      String source = i == 0 ? Events.SOURCE : Events.OTHER_SOURCE;
      List<ReceivedEvent> events = new ArrayList<>();
      int versions = 1 + random.nextInt(6);
      for (int version = 1; version <= versions; version++) {
        int count = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
        for (int index = 0; index < count; index++) {
          ReceivedEvent event =
              Events.at(source, AGGREGATE, new EventPosition(version, index, count));
          events.add(event);
          if (random.nextDouble() < gone) {
            discarded.add(event);
          }
        }
      }
      raised.add(events);
    }
  }

  /**
   * Mostly three copies of each: the last one heals much. With an ordered target, the first ones
   * come in order.
   */
  private void deliver(Random random) {
    List<List<ReceivedEvent>> sources = new ArrayList<>();
    for (List<ReceivedEvent> events : raised) {
      List<ReceivedEvent> arriving = new ArrayList<>(events);
      arriving.removeIf(event -> discarded.contains(event));
      if (!orderedTarget) {
        Collections.shuffle(arriving, random);
      }
      sources.add(arriving);
    }
    while (sources.stream().anyMatch(source -> !source.isEmpty())) {
      List<ReceivedEvent> source = sources.get(random.nextInt(sources.size()));
      if (!source.isEmpty()) {
        deliveries.add(source.remove(0));
      }
    }
    int repeats = random.nextInt(3) == 0 ? 0 : 2;
    for (ReceivedEvent event : List.copyOf(deliveries)) {
      for (int copy = 0; copy < repeats; copy++) {
        int first = deliveries.indexOf(event);
        deliveries.add(first + 1 + random.nextInt(deliveries.size() - first), event);
      }
    }
  }

  /** Whether whatever arrives is handled in order, because nothing passes a gap. */
  boolean keepsOrder() {
    return mode.hasCursor() && !someEvents && onGap != OnGap.ACCEPT;
  }

  Inbox inbox(ModelClient client) {
    InboxBuilder builder =
        Inbox.builder(client)
            .table("totals")
            .consumer("model")
            .clock(client::now)
            .sleeper(pause -> {});
    OrderGuard guard =
        (someEvents ? OrderGuard.someEvents(delivery) : OrderGuard.everyEvent(delivery, onGap))
            .onLate(onLate);
    return switch (mode) {
      case ENTRIES -> builder.build();
      case ENTRIES_AND_CURSOR -> builder.order(guard).build();
      case CURSOR -> builder.orderByCursorOnly(guard).build();
    };
  }

  @Override
  public String toString() {
    return "%s, %s, %s, %s%s, %s target, %d deliveries, discarded %s"
        .formatted(
            mode,
            delivery,
            onGap,
            onLate,
            someEvents ? ", some events" : "",
            orderedTarget ? "ordered" : "unordered",
            deliveries.size(),
            discarded);
  }
}
