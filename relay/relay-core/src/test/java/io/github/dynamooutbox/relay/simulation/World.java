package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.park.queue.QueueModel;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What all parts of one simulation share. Outlives every process. */
final class World {
  final SimTime time = new SimTime();
  final Map<String, Long> covered = new TreeMap<>();
  final Trace trace;
  final Plan plan;
  final Dice dice;
  final Faults faults;
  final Routes routes;
  final History history;
  final Ledger ledger;
  final ControlTable table;
  final QueueModel queues;
  final ParkedItems parked;
  final AheadItems ahead;
  final TargetService[] services;

  /** Whether the clocks of processes differ, by as much as they may once they are corrected. */
  final boolean isSkewed;

  /** The time of DynamoDB's answers has whole seconds, and they take a while. */
  static final Duration MOST_SKEW = Duration.ofSeconds(2);

  /** Is told who is about to close a lane, which is a bad moment to have no lease any more. */
  Consumer<Run> contest = run -> {};

  /** Is told the queue of each event that is parked. */
  Consumer<QueueName> onPark = queue -> {};

  private int names;
  private int release;
  private Violation violation;

  World(long seed, boolean traced, Consumer<Plan> tuning) {
    trace = new Trace(traced);
    Dice planning = new Dice(seed);
    plan = new Plan(planning);
    tuning.accept(plan);
    cover(plan.kcl ? Coverage.KCL : Coverage.LAMBDA);
    faults = new Faults(this, planning);
    routes = new Routes(plan, planning);
    dice = new Dice(~seed);
    history = new HistoryWriter(this, planning).write();
    ledger = new Ledger(this);
    table = new ControlTable(this);
    queues =
        new QueueModel(
            new PartitionLimits(time::instant, plan.tableUnits, 3 * plan.tableUnits),
            plan.eventsPerSegment);
    parked = new ParkedItems(this);
    ahead = new AheadItems();
    services = new TargetService[plan.targets.size()];
    // From dice of their own, so that all other seeds stay what they are.
    Dice more = new Dice(seed + 0x5EED);
    isSkewed = plan.weather != Weather.LATE && more.chance(0.15);
    for (int i = 0; i < services.length; i++) {
      BrownOut brownOut = plan.weather == Weather.LATE ? BrownOut.NONE : BrownOut.of(more);
      services[i] = new TargetService(this, i, plan.targets.get(i), brownOut);
    }
  }

  /** Which release is rolled out by now. */
  int release() {
    return release;
  }

  void release(int number) {
    release = number;
  }

  /** How a relay of this release sees a record. */
  StreamRecord seenBy(int readerRelease, Commit commit) {
    return commit.unreadable == null || understands(readerRelease, commit)
        ? commit.readable
        : commit.unreadable;
  }

  /** Newer formats are understood by the last release; what is malformed, once all is calm. */
  private boolean understands(int readerRelease, Commit commit) {
    boolean deployed = commit.kind == Commit.Kind.NEWER_VERSION && plan.lastRelease() > 0;
    return deployed ? readerRelease >= plan.lastRelease() : faults.isCalm();
  }

  /** Whether what is wrong with an event is still wrong. */
  boolean isBroken(Commit.CommittedEvent event) {
    return !faults.isCalm() && time.now() < event.mendedAt;
  }

  /** The target of this name, as a set. */
  int mask(String target) {
    for (TargetService service : services) {
      if (service.plan.name().equals(target)) {
        return 1 << service.index;
      }
    }
    throw new Violation("no target " + target);
  }

  String newName(String kind) {
    return kind + "-" + ++names;
  }

  void cover(Coverage what) {
    cover(what.name());
  }

  void cover(String what) {
    covered.merge(what, 1L, Long::sum);
  }

  void trace(Object who, Supplier<String> what) {
    trace.add(time.now(), who.toString(), what);
  }

  /** Ends the simulation, even where somebody catches what is thrown. */
  void fail(String message) {
    if (violation == null) {
      violation = new Violation(message);
    }
    throw violation;
  }

  void check(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      fail(otherwise.get());
    }
  }

  void rethrow() {
    if (violation != null) {
      throw violation;
    }
  }

  /** The finished-ahead lists of all shards. A list that holds all of an older one replaces it. */
  static final class AheadItems {
    private final List<Set<FinishedDelivery>> lists = new ArrayList<>();

    void save(Collection<FinishedDelivery> finished) {
      Set<FinishedDelivery> list = new HashSet<>(finished);
      lists.removeIf(list::containsAll);
      lists.add(list);
    }

    Set<FinishedDelivery> from(StreamPosition position) {
      Set<FinishedDelivery> found = new HashSet<>();
      for (Set<FinishedDelivery> list : lists) {
        list.stream().filter(each -> each.position().compareTo(position) >= 0).forEach(found::add);
      }
      return found;
    }
  }

  /** The readable story of a seed: when, who, what. */
  static final class Trace {
    private final StringBuilder lines;
    private int hash = 1;

    Trace(boolean kept) {
      lines = kept ? new StringBuilder() : null;
    }

    boolean isKept() {
      return lines != null;
    }

    void add(long time, String who, Supplier<String> what) {
      if (lines != null) {
        lines.append(String.format("%14s  %-12s %s%n", clock(time), who, what.get()));
      }
    }

    /** Something that must come out the same whenever the seed is run. */
    void mark(long time, int what) {
      hash = (31 * hash + Long.hashCode(time)) * 31 + what;
    }

    int hash() {
      return hash;
    }

    String text() {
      return lines == null ? "" : lines.toString();
    }

    private static String clock(long nanos) {
      Duration time = Duration.ofNanos(nanos);
      return String.format(
          "%d:%02d:%02d.%03d",
          time.toHours(), time.toMinutesPart(), time.toSecondsPart(), time.toMillisPart());
    }
  }

  /**
   * How a target accepts only some of what it gets, until the world becomes calm: a rate, a share,
   * or now and then. None of it for most targets.
   *
   * @param rate entries a second, with as many at once; 0: any number
   * @param share of the entries
   * @param period after which it repeats itself; 0: it is always up
   * @param downFor how long it is down in each period
   * @param phase where the first period begins
   */
  record BrownOut(double rate, double share, long period, long downFor, long phase) {
    static final BrownOut NONE = new BrownOut(0, 1, 0, 0, 0);

    static BrownOut of(Dice dice) {
      double kind = dice.fraction();
      if (kind < 0.06) {
        return new BrownOut(dice.skewed(0.5, 50.0), 1, 0, 0, 0);
      }
      if (kind < 0.12) {
        return new BrownOut(0, dice.skewed(0.02, 0.5), 0, 0, 0);
      }
      if (kind < 0.18) {
        long period = dice.between(2, 90) * SimTime.SECONDS;
        long downFor = (long) (dice.skewed(0.1, 0.9) * period);
        return new BrownOut(0, 1, period, downFor, dice.between(0, period));
      }
      return NONE;
    }

    boolean isDown(long time) {
      return period > 0 && (time + phase) % period < downFor;
    }
  }
}
