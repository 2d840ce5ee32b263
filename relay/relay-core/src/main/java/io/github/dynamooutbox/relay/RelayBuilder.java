package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.call.ToldSafely;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.lane.Paces;
import io.github.dynamooutbox.relay.internal.lane.RelayEnv;
import io.github.dynamooutbox.relay.internal.lane.Window;
import io.github.dynamooutbox.relay.internal.progress.BoundedClock;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.internal.shard.ShardContext;
import io.github.dynamooutbox.relay.internal.shard.StreamShardRelay;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.Rule;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Builds a {@link Relay}. Not thread-safe. */
public final class RelayBuilder {
  /** The most deliveries of a shard in flight unless another number is set. */
  public static final int WINDOW_EVENTS = 10_000;

  /** The most bytes of them unless another number is set. */
  public static final int WINDOW_BYTES = 32 << 20;

  private final List<Target<?>> targets;
  private final List<Rule> rules;
  private final EventLoop loop;
  private OutboxSchema schema = OutboxSchema.defaults();
  private Set<String> regions = Set.of();
  private ParkingPolicy parking = ParkingPolicy.halt();
  private Optional<FinishedAheadStore> finishedAhead = Optional.empty();
  private Optional<ReceiptBook> receipts = Optional.empty();
  private Supplier<Window> window = () -> new Window(WINDOW_EVENTS, WINDOW_BYTES);
  private Backoff backoff = Backoff.standard();
  private InstantSource clock = InstantSource.system();
  private RelayObserver observer = RelayObserver.NONE;

  RelayBuilder(List<Target<?>> targets, List<Rule> rules, EventLoop loop) {
    this.targets = List.copyOf(targets);
    this.rules = List.copyOf(rules);
    this.loop = loop;
  }

  /** Names of the outbox records' keys and attributes. Default: {@link OutboxSchema#defaults()}. */
  public RelayBuilder schema(OutboxSchema schema) {
    this.schema = schema;
    return this;
  }

  /** Publishes only records written in these regions. Default: all records of the stream. */
  public RelayBuilder regions(Set<String> regions) {
    this.regions = Set.copyOf(regions);
    return this;
  }

  /** What is parked, and where. Default: nothing; the relay halts at what it cannot publish. */
  public RelayBuilder parking(ParkingPolicy parking) {
    this.parking = parking;
    return this;
  }

  /**
   * Stores what a run has finished behind its first unfinished record, so that the next run does
   * not publish it again. Default: no store; it is published again.
   */
  public RelayBuilder finishedAhead(FinishedAheadStore store) {
    this.finishedAhead = Optional.of(store);
    return this;
  }

  /**
   * Stores receipts of what was published to which target. Progress waits for them: a record is
   * finished when the receipts of its events are durable. Default: none.
   */
  public RelayBuilder receipts(ReceiptBook book) {
    this.receipts = Optional.of(book);
    return this;
  }

  /**
   * Limits how much of a shard is in flight.
   *
   * @param events deliveries, one for each event and target; default {@link #WINDOW_EVENTS}
   * @param bytes bytes of payloads, plus an estimate of their overhead; default {@link
   *     #WINDOW_BYTES}
   */
  public RelayBuilder window(int events, long bytes) {
    if (events < 1 || bytes < 1) {
      throw new IllegalArgumentException(
          "window of %d events and %d bytes: both must be positive".formatted(events, bytes));
    }
    this.window = () -> new Window(events, bytes);
    return this;
  }

  /**
   * Delay before a target is tried again. Default: full jitter from 50 ms up to 5 s. Calls to the
   * control table use the same backoff, with a base of at most 500 ms and a cap of at most 5 s.
   */
  public RelayBuilder backoff(Backoff backoff) {
    this.backoff = backoff;
    return this;
  }

  public RelayBuilder clock(InstantSource clock) {
    this.clock = new BoundedClock(clock);
    return this;
  }

  public RelayBuilder observer(RelayObserver observer) {
    this.observer = observer;
    return this;
  }

  /**
   * Builds the relay, ready to open shards.
   *
   * @throws IllegalArgumentException if two targets share a name, or a rule names an unknown target
   *     or is not a valid event pattern
   */
  public Relay build() {
    checkNames();
    RecordCodec codec = new RecordCodec(schema);
    ShardContext parts =
        new ShardContext(
            new RelayEnv(loop, clock, backoff, codec, ToldSafely.of(observer), new Paces(clock)),
            new Decoder(codec, regions),
            new Router(rules),
            targets,
            parking,
            finishedAhead,
            receipts,
            window);
    return shard -> new StreamShardRelay(shard, parts);
  }

  private void checkNames() {
    Set<String> names = new HashSet<>();
    for (Target<?> target : targets) {
      if (!names.add(target.name())) {
        throw new IllegalArgumentException("two targets are named \"" + target.name() + "\"");
      }
    }
    for (Rule rule : rules) {
      for (String target : rule.targets()) {
        if (!names.contains(target)) {
          throw new IllegalArgumentException(
              "a rule names target \"" + target + "\"; known: " + names);
        }
      }
    }
  }
}
