package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A relay with a healthy target and one in trouble, and a redrive every minute, in virtual time.
 */
final class OutageWorld {
  /** How long a redrive may begin something, and how long it lasts at most. */
  private static final Duration REDRIVE = Duration.ofSeconds(290);

  private static final Duration REDRIVE_ENDS = Duration.ofSeconds(299);
  private static final Duration REDRIVE_LEASED = Duration.ofSeconds(330);

  private record Redriver(Redrive redrive, InstantSource clock) {}

  final VirtualLoop loop = new VirtualLoop();
  final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  final ModelTarget up;
  final ModelTarget slow;
  private final SpareAhead ahead = new SpareAhead();
  private final Random random = new Random(1);
  private final boolean isAlone;
  private final boolean hasControl;
  private int opened;
  private long parked;
  private final List<Redriver> redrives = new ArrayList<>();
  private int runs;
  private int processes;
  private Duration apart = Duration.ZERO;

  /**
   * @param isAlone whether the target in trouble is the only one
   * @param hasControl whether there is a control table, and a redrive
   */
  OutageWorld(boolean isOrdered, int maxEntries, boolean isAlone, boolean hasControl) {
    BatchLimits limits = new BatchLimits(maxEntries, 1 << 20, 4);
    up = new ModelTarget("up", true, new BatchLimits(10, 1 << 20, 4), loop);
    slow = new ModelTarget("slow", isOrdered, limits, loop);
    this.isAlone = isAlone;
    this.hasControl = hasControl;
  }

  private List<Rule> rules() {
    return List.of(isAlone ? Rule.all("slow") : Rule.all("slow", "up"));
  }

  /** The clock of every second process is ahead by this from now on. */
  void clocksApart(Duration by) {
    apart = by;
  }

  private InstantSource clock() {
    Duration ahead = processes++ % 2 == 0 ? Duration.ZERO : apart;
    return () -> loop.instant().plus(ahead);
  }

  /** A container or a process. */
  Relay relay() {
    RelayBuilder relay =
        Relay.builder(isAlone ? List.of(slow) : List.of(up, slow), rules(), loop)
            .clock(clock())
            .backoff(backoff())
            .observer(
                event -> {
                  opened += event instanceof RelayEvent.TargetDown ? 1 : 0;
                  parked += event instanceof RelayEvent.Parked ? 1 : 0;
                });
    if (hasControl) {
      relay
          .finishedAhead(ahead)
          .parking(
              new ParkingPolicy(
                  Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)));
    }
    return relay.build();
  }

  private Backoff backoff() {
    return new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random);
  }

  /** Redrives every minute from now on. */
  void redriveEveryMinute() {
    if (hasControl) {
      redrive();
      loop.schedule(Duration.ofMinutes(1), this::redriveEveryMinute);
    }
  }

  /** Starts a redrive in one of two processes, which take turns. */
  void redrive() {
    while (redrives.size() < 2) {
      redrives.add(newRedrive());
    }
    Redriver next = redrives.get(++runs % 2);
    Instant now = next.clock().instant();
    RedriveTime time =
        new RedriveTime(now.plus(REDRIVE), now.plus(REDRIVE_ENDS), now.plus(REDRIVE_LEASED));
    Redrive redrive = next.redrive();
    String name = "run-" + runs;
    redrive.parked().thenCompose(held -> redrive.run(name, held, RedriveOrder.BLOCKED, time));
  }

  private Redriver newRedrive() {
    InstantSource clock = clock();
    Setup setup =
        new Setup(queues.table(), isAlone ? List.of(slow) : List.of(up, slow), rules(), loop);
    return new Redriver(Redrive.builder(setup).backoff(backoff()).clock(clock).build(), clock);
  }

  /** Events that are in a queue. */
  long parkedNow() {
    List<QueueName> held = new ArrayList<>(queues.held());
    return held.stream().mapToLong(queue -> queues.stored(queue).size()).sum();
  }

  /** Lanes that are closed by themselves. */
  long closedLanes() {
    return queues.held().stream().filter(queue -> queue instanceof QueueName.Lane).count();
  }

  /** Events that went into a queue so far. */
  long parkedSoFar() {
    return parked;
  }

  /** How often a circuit has opened. */
  int opened() {
    return opened;
  }
}
