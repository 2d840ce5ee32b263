package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

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

  /** What was finished ahead, in memory and at once; of the oldest nothing is kept for long. */
  private static final class SpareAhead implements FinishedAheadStore {
    private static final int MOST = 100_000;

    private final TreeSet<FinishedDelivery> all =
        new TreeSet<>(
            Comparator.comparing(FinishedDelivery::position)
                .thenComparing(FinishedDelivery::target)
                .thenComparing(FinishedDelivery::index));

    @Override
    public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
      Set<FinishedDelivery> found = new HashSet<>();
      for (FinishedDelivery each : all.descendingSet()) {
        if (each.position().compareTo(from) < 0) {
          break;
        }
        found.add(each);
      }
      return CompletableFuture.completedStage(found);
    }

    @Override
    public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> finished) {
      all.addAll(finished);
      while (all.size() > MOST) {
        all.pollFirst();
      }
      return CompletableFuture.completedStage(null);
    }
  }

  /**
   * A target that answers as a model says, keeps figures only, and checks the order of its lanes.
   */
  static final class ModelTarget implements Target<ModelTarget.Sent> {
    record Sent(Envelope envelope) implements Entry {
      @Override
      public int bytes() {
        return 100;
      }
    }

    private static final Duration LATENCY = Duration.ofMillis(10);

    private final String name;
    private final boolean ordered;
    private final BatchLimits limits;
    private final VirtualLoop loop;
    private final BitSet seen = new BitSet();
    private final Map<String, Long> last = new HashMap<>();
    private TargetModel model = TargetModel.HEALTHY;
    private Retry refusal = new Retry("Throttling", "slow down", Reason.THROTTLED);
    private Duration mostBehind = Duration.ZERO;
    private long attempts;
    private long accepted;
    private long duplicates;
    private long inversions;

    ModelTarget(String name, boolean ordered, BatchLimits limits, VirtualLoop loop) {
      this.name = name;
      this.ordered = ordered;
      this.limits = limits;
      this.loop = loop;
    }

    /** Answers as this model says from now on. */
    void as(TargetModel next) {
      model = next;
    }

    /** Refuses with this from now on. */
    void refuses(Retry with) {
      refusal = with;
    }

    long attempts() {
      return attempts;
    }

    /** Events that were accepted, each counted once. */
    long accepted() {
      return accepted;
    }

    long duplicates() {
      return duplicates;
    }

    /** Events that were first accepted after a later one of their lane. */
    long inversions() {
      return inversions;
    }

    /** The highest age of an event that was accepted for the first time since the last call. */
    Duration mostBehind() {
      Duration most = mostBehind;
      mostBehind = Duration.ZERO;
      return most;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean ordered() {
      return ordered;
    }

    @Override
    public BatchLimits limits() {
      return limits;
    }

    @Override
    public Prepared<Sent> prepare(Envelope envelope) {
      return new Prepared.Ready<>(new Sent(envelope));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
      CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
      loop.schedule(
          LATENCY,
          () -> {
            if (!answer.isDone()) {
              answer.complete(answer(entries));
            }
          });
      return answer;
    }

    private BatchOutcome answer(List<Sent> entries) {
      List<PublishOutcome> outcomes = new ArrayList<>(entries.size());
      for (Sent entry : entries) {
        attempts++;
        boolean isAccepted = model.accepts(loop.instant(), entry.envelope());
        if (isAccepted) {
          accepted(entry.envelope());
        }
        outcomes.add(isAccepted ? Published.INSTANCE : refusal);
      }
      return new BatchOutcome.PerEntry(outcomes);
    }

    private void accepted(Envelope envelope) {
      int number = Integer.parseInt(envelope.position().sequenceNumber());
      if (seen.get(number)) {
        duplicates++;
        return;
      }
      seen.set(number);
      accepted++;
      Duration age = Duration.between(envelope.record().context().writtenAt(), loop.instant());
      mostBehind = mostBehind.compareTo(age) < 0 ? age : mostBehind;
      Long before = last.put(envelope.aggregate().toString(), (long) number);
      if (before != null && before > number) {
        inversions++;
      }
    }
  }
}
