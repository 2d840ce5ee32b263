package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.call.ToldSafely;
import io.github.dynamooutbox.relay.internal.lane.Paces;
import io.github.dynamooutbox.relay.internal.lane.RelayEnv;
import io.github.dynamooutbox.relay.internal.progress.BoundedClock;
import io.github.dynamooutbox.relay.internal.redrive.Allowance;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent;
import io.github.dynamooutbox.relay.internal.redrive.RedriveContext;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.Rule;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds a {@link Redrive}. Not thread-safe. */
public final class RedriveBuilder {
  /**
   * What a redrive shares with its relay.
   *
   * @param queues the queues of parked events
   * @param targets the targets; their names are unique
   * @param rules routing rules, for events that are parked for all targets and have to be routed
   *     again
   * @param loop runs everything except requests; the caller closes it
   */
  public record Setup(
      QueueTable queues, List<Target<?>> targets, List<Rule> rules, EventLoop loop) {
    public Setup {
      targets = List.copyOf(targets);
      rules = List.copyOf(rules);
    }
  }

  private final Setup setup;
  private OutboxSchema schema = OutboxSchema.defaults();
  private Optional<ReceiptBook> receipts = Optional.empty();
  private Backoff backoff = Backoff.standard();
  private InstantSource clock = InstantSource.system();
  private RelayObserver observer = RelayObserver.NONE;
  private double eventsPerSecond;

  RedriveBuilder(Setup setup) {
    this.setup = setup;
  }

  /** Names of the outbox records' keys and attributes. Default: {@link OutboxSchema#defaults()}. */
  public RedriveBuilder schema(OutboxSchema schema) {
    this.schema = schema;
    return this;
  }

  /** Stores receipts of what was published to which target. Default: none. */
  public RedriveBuilder receipts(ReceiptBook book) {
    this.receipts = Optional.of(book);
    return this;
  }

  /**
   * Delay before a target is tried again. Default: full jitter from 50 ms up to 5 s. Calls to the
   * control table use the same backoff, with a base of at most 500 ms and a cap of at most 5 s.
   */
  public RedriveBuilder backoff(Backoff backoff) {
    this.backoff = backoff;
    return this;
  }

  public RedriveBuilder clock(InstantSource clock) {
    this.clock = new BoundedClock(clock);
    return this;
  }

  /**
   * Notified of what is published, retried and rejected, of receipts that could not be written, and
   * of failures of the control table, but not of what is moved from queue to queue.
   */
  public RedriveBuilder observer(RelayObserver observer) {
    this.observer = observer;
    return this;
  }

  /**
   * The most events a second that are published, counted once for each target, by all runs
   * together; what is already in a lane is sent again without regard to it. Default: without a
   * limit, beside what the targets take.
   *
   * @throws IllegalArgumentException if it is not a positive number
   */
  public RedriveBuilder eventsPerSecond(double most) {
    if (!(most > 0 && Double.isFinite(most))) {
      throw new IllegalArgumentException(most + " events a second: must be more than 0");
    }
    eventsPerSecond = most;
    return this;
  }

  /**
   * Builds the redrive, ready to run.
   *
   * @throws IllegalArgumentException if a rule's pattern is not a valid event pattern
   */
  public Redrive build() {
    return new Redrive(this);
  }

  Setup setup() {
    return setup;
  }

  InstantSource clock() {
    return clock;
  }

  Allowance allowance() {
    return new Allowance(eventsPerSecond, clock);
  }

  RedriveContext context() {
    return context(new Paces(clock), allowance());
  }

  /** The same for one of several runs of a process. */
  RedriveContext context(Paces paces, Allowance allowance) {
    RecordCodec codec = new RecordCodec(schema);
    Map<String, Target<?>> targets = new TreeMap<>();
    setup.targets().forEach(target -> targets.put(target.name(), target));
    return new RedriveContext(
        new RelayEnv(setup.loop(), clock, backoff, codec, ToldSafely.of(observer), paces),
        setup.queues(),
        targets,
        new HashMap<>(),
        new ParkedContent(new Router(setup.rules()), codec),
        receipts,
        allowance);
  }
}
