package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.aws.control.StoredReceipt.Handled;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.audit.AuditCommits.Commit;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A table, a stream, a relay that crashes between any two of its steps, a redrive and an operator,
 * in random histories. They go on while an audit reads, a few steps before each thing it reads.
 */
final class AuditWorld implements InstantSource {
  /** What is done wrong, once in a while. */
  enum Flaw {
    NONE,
    PASSES_WITHOUT_RECEIPT,
    PARKS_WITHOUT_RECEIPT,
    TAKES_OUT_BEFORE_RECEIPT,
    DISCARDS_WITHOUT_MARK
  }

  static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());
  static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  private static final int PARTS = 4;

  /** One event and one of its targets. */
  record Due(RecordKey record, int index, String target) {}

  /** A parked event: for all targets, in a backlog, or in a queue of its lane. */
  record InQueue(Commit commit, int index, String target, int queue) {}

  final Random random;
  private final Flaw flaw;
  private Instant now = START;
  private final List<Commit> future = new ArrayList<>();
  final List<Commit> table = new ArrayList<>();
  private final List<Commit> stream = new ArrayList<>();
  final List<InQueue> queues = new ArrayList<>();
  final List<StoredReceipt> receipts = new ArrayList<>();
  final List<WayOut> marks = new ArrayList<>();
  private final List<Runnable> soon = new ArrayList<>();
  final Set<Due> published = new HashSet<>();
  final Set<Due> lost = new HashSet<>();
  final Set<Due> out = new HashSet<>();
  final Instant rulesChange;
  private boolean frozen;

  AuditWorld(long seed, Flaw flaw) {
    this.random = new Random(seed);
    this.flaw = flaw;
    rulesChange = START.plusSeconds(random.nextInt(7_200));
    future.addAll(AuditCommits.of(random));
  }

  /** The rules of a time: the third target comes in the place of the second. */
  Set<String> targets(OutboxEvent event) {
    return switch (event.type()) {
      case "Noise" -> Set.of();
      case "Odd" -> now.isBefore(rulesChange) ? Set.of(LaneKey.ALL_TARGETS) : Set.of("bus");
      default -> now.isBefore(rulesChange) ? Set.of("bus", "old") : Set.of("bus", "new");
    };
  }

  @Override
  public Instant instant() {
    return now;
  }

  void runFor(Duration time) {
    Instant end = now.plus(time);
    while (!frozen && now.isBefore(end)) {
      step();
    }
    now = now.isBefore(end) ? end : now;
  }

  void freeze() {
    settle();
    frozen = true;
  }

  private void settle() {
    soon.forEach(Runnable::run);
    soon.clear();
  }

  private void step() {
    if (frozen) {
      return;
    }
    now = now.plusMillis(random.nextInt(400));
    if (random.nextInt(3) > 0) {
      settle();
    }
    while (!future.isEmpty() && !future.get(0).at().isAfter(now)) {
      table.add(future.get(0));
      stream.add(future.remove(0));
    }
    switch (random.nextInt(8)) {
      case 0 -> redrive();
      case 1 -> move();
      case 2 -> discard();
      default -> relay();
    }
  }

  /** Publishes or parks a record's events; crashes anywhere, and goes on there. */
  private void relay() {
    if (stream.isEmpty()) {
      return;
    }
    Commit commit = stream.get(0);
    Map<Integer, Handled> handled = new LinkedHashMap<>();
    Set<Due> doomed = new HashSet<>();
    for (int index = 0; index < commit.record().events().size(); index++) {
      Set<String> routed = targets(commit.record().events().get(index));
      Set<String> accepted = new TreeSet<>();
      boolean isNoted = true;
      for (String target : routed) {
        if (random.nextInt(25) == 0) {
          return;
        }
        if (commit.isDoomed(index, target)) {
          doomed.add(new Due(commit.key(), index, target));
        } else if (target.equals(LaneKey.ALL_TARGETS) || random.nextInt(8) == 0) {
          queues.add(new InQueue(commit, index, target, queueOf(target)));
          isNoted &= !target.equals(LaneKey.ALL_TARGETS);
        } else {
          publish(commit, index, target);
          accepted.add(target);
        }
      }
      isNoted &= !accepted.isEmpty() || routed.isEmpty() || flaw != Flaw.PARKS_WITHOUT_RECEIPT;
      if (isNoted) {
        handled.put(index, commit.handled(index, Optional.of(routed), accepted));
      }
    }
    boolean crashes = random.nextInt(6) == 0;
    if (!crashes) {
      write(handled);
    }
    if (!crashes || flaw == Flaw.PASSES_WITHOUT_RECEIPT) {
      stream.remove(0);
      doomed.stream().filter(due -> !published.contains(due) && !isParked(due)).forEach(lost::add);
    }
  }

  private static int queueOf(String target) {
    return target.equals(LaneKey.ALL_TARGETS) ? 0 : 1;
  }

  private void publish(Commit commit, int index, String target) {
    Due due = new Due(commit.key(), index, target);
    published.add(due);
    lost.remove(due);
  }

  private void write(Map<Integer, Handled> handled) {
    if (!handled.isEmpty()) {
      List<Handled> all = List.copyOf(handled.values());
      receipts.add(new StoredReceipt(now, now.plus(Duration.ofDays(8)), Optional.of(all)));
    }
  }

  /** Publishes a parked event, writes the receipt, takes it out; crashes in between. */
  private void redrive() {
    if (queues.isEmpty()) {
      return;
    }
    InQueue parked = queues.get(random.nextInt(queues.size()));
    boolean isForAll = parked.target.equals(LaneKey.ALL_TARGETS);
    Set<String> to =
        isForAll
            ? targets(parked.commit.record().events().get(parked.index))
            : Set.of(parked.target);
    if (to.contains(LaneKey.ALL_TARGETS)) {
      return;
    }
    to.forEach(target -> publish(parked.commit, parked.index, target));
    Handled handled =
        parked.commit.handled(parked.index, isForAll ? Optional.of(to) : Optional.empty(), to);
    if (random.nextInt(5) == 0) {
      return;
    }
    if (flaw == Flaw.TAKES_OUT_BEFORE_RECEIPT) {
      queues.remove(parked);
      if (random.nextInt(3) > 0) {
        write(Map.of(0, handled));
      }
      return;
    }
    write(Map.of(0, handled));
    if (random.nextInt(5) > 0) {
      queues.remove(parked);
    }
  }

  /** From a backlog to a lane's own queue. */
  private void move() {
    queues.stream()
        .filter(each -> each.queue == 1)
        .findAny()
        .ifPresent(
            each -> {
              InQueue moved = new InQueue(each.commit, each.index, each.target, 2);
              queues.add(moved);
              soon.add(() -> queues.remove(each));
            });
  }

  private void discard() {
    if (!queues.isEmpty() && random.nextInt(4) == 0) {
      InQueue parked = queues.get(random.nextInt(queues.size()));
      String id = parked.commit.record().events().get(parked.index).id();
      if (soon.size() > 0) {
        return;
      }
      queues.removeIf(
          each ->
              each.commit.equals(parked.commit)
                  && each.index == parked.index
                  && each.target.equals(parked.target));
      out.add(new Due(parked.commit.key(), parked.index, parked.target));
      if (flaw != Flaw.DISCARDS_WITHOUT_MARK) {
        marks.add(
            new WayOut(
                id,
                Optional.of(new WayOut.Origin(parked.commit.key(), parked.index)),
                parked.target,
                Optional.empty(),
                "ann",
                "test data",
                now));
      }
    }
  }

  /** When the oldest record was written that the relay has still to deliver. */
  Optional<Instant> oldestInStream() {
    return stream.stream()
        .map(each -> each.record().context().writtenAt())
        .min(Comparator.naturalOrder());
  }

  List<Commit> committed() {
    return List.copyOf(table);
  }

  boolean isParked(Due due) {
    return queues.stream()
        .anyMatch(
            each ->
                each.commit.key().equals(due.record())
                    && each.index == due.index()
                    && (each.target.equals(due.target())
                        || each.target.equals(LaneKey.ALL_TARGETS)));
  }

  boolean isInStream(Due due) {
    return stream.stream().anyMatch(each -> each.key().equals(due.record()));
  }

  /** A few steps, before somebody reads. */
  void goOn() {
    for (int steps = random.nextInt(4); steps > 0; steps--) {
      step();
    }
  }

  /** What an audit reads. */
  AuditSources sources() {
    return new AuditReads(this);
  }

  static int parts() {
    return PARTS;
  }

  /** What an audit reads of a world, which goes on meanwhile. */
  private record AuditReads(AuditWorld world) implements AuditSources {
    @Override
    public Page scan(int part, int parts, Optional<String> from) {
      world.goOn();
      List<ItemView> items =
          world.table.stream()
              .filter(each -> Math.floorMod(each.key().hashCode(), parts) == part)
              .map(each -> AuditWorld.CODEC.encode(each.key(), each.record()))
              .map(ItemView.class::cast)
              .toList();
      int at = from.map(Integer::parseInt).orElse(0);
      int end = Math.min(items.size(), at + 3);
      return new Page(
          items.subList(Math.min(at, end), end),
          end - Math.min(at, end),
          end < items.size() ? Optional.of("" + end) : Optional.empty());
    }

    @Override
    public TableSize size() {
      return new TableSize(world.table.size(), 0);
    }

    @Override
    public void parked(Consumer<ParkedEvent> each) {
      for (int queue = 0; queue < 3; queue++) {
        world.goOn();
        for (AuditWorld.InQueue parked : List.copyOf(world.queues)) {
          if (parked.queue() == queue) {
            each.accept(parkedForm(parked));
          }
        }
      }
    }

    private ParkedEvent parkedForm(AuditWorld.InQueue parked) {
      return new ParkedEvent(
          new ParkedEvent.Place(
              new LaneKey(parked.target(), parked.commit().record().aggregate().toString()),
              new StreamPosition("1"),
              parked.commit().key(),
              parked.index()),
          new ParkedEvent.Cause(ParkReason.BLOCKED, "code", "message"),
          new ParkedEvent.Attempts(1, world.instant(), world.instant()),
          AuditWorld.CODEC.encode(parked.commit().key(), parked.commit().record()),
          Set.of());
    }

    @Override
    public void receipts(Instant from, Instant to, Consumer<StoredReceipt> each) {
      world.goOn();
      for (StoredReceipt receipt : List.copyOf(world.receipts)) {
        if (!receipt.at().isBefore(from) && receipt.at().isBefore(to)) {
          each.accept(receipt);
        }
      }
    }

    @Override
    public List<WayOut> decisions(String eventId) {
      world.goOn();
      return world.marks.stream().filter(mark -> mark.eventId().equals(eventId)).toList();
    }

    @Override
    public boolean exists(RecordKey record) {
      return world.table.stream().anyMatch(each -> each.key().equals(record));
    }
  }
}
