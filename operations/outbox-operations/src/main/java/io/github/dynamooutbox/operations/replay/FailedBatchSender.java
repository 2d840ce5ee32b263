package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.aws.invocation.StreamEventParser;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.replay.InvocationRecord.InvocationRecordException;
import io.github.dynamooutbox.operations.replay.ReplayRelays.StoppableReceipts;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Sends batches that Lambda has abandoned through the relay's own decoding, routes and lanes.
 * Events that are accounted for in receipts, queues and operators' decisions are left out, so the
 * same batches can be sent again at any time: what is published is not published twice, and what is
 * parked keeps its place.
 *
 * <p>Clients take region, credentials and endpoint from the environment, as every SDK client does.
 * Thread-safe, but only one call to {@link #send} at a time succeeds.
 */
public final class FailedBatchSender implements AutoCloseable {
  private static final int CONTROL_CALLS = 16;

  /** Records that are in memory at once, unless one batch has more. */
  private static final int AT_ONCE = 10_000;

  /** Small, so that little is in flight when the caller stops it. */
  private static final int EVENTS = 2_000;

  private static final long BYTES = 8L << 20;

  private final RelayConfig config;
  private final String controlName;
  private final FailedBatchStore store;
  private final String run;
  private final AwsControl control;
  private final ExecutorService executor;
  private final AwsTargets targets;
  private final StreamEventParser parser;
  private final RecordCodec codec;
  private final Routing routing;
  private final KnownDecisions decisions;

  private FailedBatchSender(
      RelayConfig config, FailedBatchStore store, String run, AwsControl control) {
    this.config = config;
    this.store = store;
    this.run = run;
    this.control = control;
    controlName = config.control().orElseThrow().described();
    executor = Executors.newFixedThreadPool(AwsTargets.threads(config));
    targets = AwsTargets.open(config, executor, InstantSource.system());
    parser = new StreamEventParser(config.table().schema());
    codec = new RecordCodec(config.table().schema());
    routing = new Routing(config.rules());
    decisions = new KnownDecisions(control.table().waysOut(), controlName, System::nanoTime);
  }

  /**
   * Builds clients and threads. Sends nothing.
   *
   * @param run distinguishes this from all other processes that send; owns the lease
   * @throws ConfigException if no control table is configured
   */
  public static FailedBatchSender open(RelayConfig config, FailedBatchStore store, String run) {
    AwsControl control =
        AwsControl.open(config, CONTROL_CALLS, InstantSource.system())
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of(
                            "controlTable: is missing: without it, it is unknown what is"
                                + " published")));
    return new FailedBatchSender(config, store, run, control);
  }

  /** Distinguishes this from all other processes that send. */
  public String run() {
    return run;
  }

  /**
   * Returns what {@link #send} would do. Changes nothing.
   *
   * @param batches in the order of {@link FailedBatchList}
   * @throws OperatorException if the control table or the store cannot be read
   * @throws CancellationException if it was stopped
   */
  public FailedBatchPlan plan(List<FailedBatch> batches, AuditProgress progress) {
    Set<String> ordered =
        targets.all().stream()
            .filter(Target::ordered)
            .map(Target::name)
            .collect(Collectors.toUnmodifiableSet());
    FailedBatchTally tally =
        new FailedBatchTally(routing, new ParkedLanes(control.table(), controlName), ordered);
    int done = 0;
    for (List<FailedBatch> some : chunks(batches)) {
      if (progress.isStopWanted()) {
        throw new CancellationException("interrupted while batches were read");
      }
      FailedChunk chunk = read(some);
      tally.add(chunk, known(chunk));
      done += some.size();
      progress.at("batches read", done, batches.size());
    }
    return tally.plan(batches.size());
  }

  /**
   * Sends what is not known to be done, shard by shard, in the order of the stream. If {@code
   * progress} wants it to stop, what is in flight is finished first, for at most ten seconds; the
   * same call resumes it. After a crash, at most what was in flight is published twice.
   *
   * <p>Takes a lease in the control table: a second process at the same time fails and sends
   * nothing. The lease of a process that was killed ends within a minute.
   *
   * <p>An object that is gone by now is left out. Once something was sent, a failure of the store
   * or of the control table is not thrown but is the obstacle in the result, and what was sent is
   * counted.
   *
   * @param batches in the order of {@link FailedBatchList}
   * @param events roughly how many events there are, for {@code progress}
   * @param removes whether an object is removed once all of it is published, parked or dropped
   * @throws OperatorException if another process is sending them, or the control table or the store
   *     cannot be read or changed before anything was sent
   */
  public FailedBatchResult send(
      List<FailedBatch> batches, long events, boolean removes, AuditProgress progress) {
    ReplayCounts counts = new ReplayCounts(ReplayCounts.patience(config));
    FailedBatchesDone done = new FailedBatchesDone(store, removes);
    Optional<String> obstacle = Optional.empty();
    boolean isFinished = true;
    try (ThreadEventLoop loop = new ThreadEventLoop("outbox-resend");
        WorkLease lease =
            WorkLease.take(WorkLease.Work.RESEND, control.table(), controlName, run, loop)) {
      StageWait wait =
          new StageWait(
              () -> progress.isStopWanted() || counts.halted().isPresent() || !lease.isHeld(),
              () -> counts.halted().isPresent(),
              () -> progress.at("events sent", counts.published() + counts.parked(), events));
      for (List<FailedBatch> some : chunks(batches)) {
        isFinished = !wait.stopped().getAsBoolean() && send(read(some), loop, counts, wait);
        if (!isFinished) {
          obstacle = counts.halted().or(lease::problem);
          break;
        }
        done.add(some);
      }
    } catch (OperatorException e) {
      if (counts.published() + counts.parked() + done.removed() == 0) {
        throw e;
      }
      isFinished = false;
      obstacle = Optional.of(String.valueOf(e.getMessage()));
    }
    return new FailedBatchResult(
        counts.published(), counts.parked(), done.batches(), done.removed(), isFinished, obstacle);
  }

  /** Whether everything is published, parked or dropped by a rule, and not stopped before. */
  private boolean send(
      FailedChunk chunk, ThreadEventLoop loop, ReplayCounts counts, StageWait wait) {
    RelayBuilder relay =
        config.relayBuilder(targets.all(), loop).window(EVENTS, BYTES).observer(counts);
    control
        .equipOffStream(relay)
        .finishedAhead(new KnownAhead(ahead(chunk), known(chunk).finished()));
    if (config.control().orElseThrow().receipts()) {
      relay.receipts(new StoppableReceipts(control.table().receipts(), counts));
    }
    ShardRelay shard = relay.build().open("failed-batches");
    wait.untilStopped(shard.submit(chunk.records()));
    wait.toSettle(shard.settled());
    boolean isDone = shard.firstUnfinished().isEmpty();
    wait.untilDone(shard.close());
    return isDone;
  }

  /**
   * The list of the function that received the records, under the name that it uses for their
   * shard.
   */
  private FinishedAheadStore ahead(FailedChunk chunk) {
    return control.table().finishedAhead().ofShard(chunk.name());
  }

  private KnownDeliveries known(FailedChunk chunk) {
    KnownDeliveries known =
        new KnownDeliveries(control.table(), controlName, routing, decisions, ahead(chunk), chunk);
    known.read();
    return known;
  }

  /** Batches of one shard each, as many as fit into memory. */
  private static List<List<FailedBatch>> chunks(List<FailedBatch> batches) {
    List<List<FailedBatch>> chunks = new ArrayList<>();
    String shard = "";
    long records = AT_ONCE;
    for (FailedBatch batch : batches) {
      records += batch.records();
      if (records > AT_ONCE || !batch.shard().equals(shard)) {
        chunks.add(new ArrayList<>());
        records = batch.records();
        shard = batch.shard();
      }
      chunks.get(chunks.size() - 1).add(batch);
    }
    return chunks;
  }

  private FailedChunk read(List<FailedBatch> batches) {
    List<StreamRecord> records = new ArrayList<>();
    String name = "";
    for (FailedBatch batch : batches) {
      try {
        Optional<byte[]> content = store.read(batch.name());
        if (content.isPresent()) {
          StreamEvent event = InvocationRecord.parse(batch.name(), content.get()).event(parser);
          records.addAll(event.records());
          name = event.name();
        }
      } catch (InvocationRecordException e) {
        throw new OperatorException(
            Kind.INPUT, "%s %s: leave it out or correct it".formatted(batch.name(), e.why()));
      }
    }
    return FailedChunk.of(name, records, codec, config.relay().regions());
  }

  /** Closes everything that was opened. Requests in flight fail. */
  @Override
  public void close() {
    targets.close();
    control.close();
    executor.shutdownNow();
  }

  /**
   * Presents what need not be sent as finished ahead, to a relay of the same records. Writes to the
   * list of the relay whose batches these were. Thread-safe.
   *
   * @param store that list
   * @param known what need not be sent, including what was in the list
   */
  private record KnownAhead(FinishedAheadStore store, Set<FinishedDelivery> known)
      implements FinishedAheadStore {
    KnownAhead {
      known = Set.copyOf(known);
    }

    @Override
    public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
      return CompletableFuture.completedFuture(known);
    }

    @Override
    public CompletionStage<Void> save(
        StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
      return store.save(firstUnfinished, finished);
    }

    @Override
    public CompletionStage<Void> add(
        StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
      return store.add(firstUnfinished, finished);
    }
  }

  /** Counts the batches that are completely done, and removes their objects if requested. */
  private static final class FailedBatchesDone {
    private final FailedBatchStore store;
    private final boolean removes;
    private int batches;
    private int removed;

    FailedBatchesDone(FailedBatchStore store, boolean removes) {
      this.store = store;
      this.removes = removes;
    }

    void add(List<FailedBatch> some) {
      batches += some.size();
      if (removes) {
        for (FailedBatch batch : some) {
          store.remove(batch.name());
          removed++;
        }
      }
    }

    int batches() {
      return batches;
    }

    int removed() {
      return removed;
    }
  }

  /** Counts what would be sent. Not thread-safe. */
  private static final class FailedBatchTally {
    private final Routing routing;
    private final ParkedLanes parked;
    private final Set<String> ordered;
    private final Map<String, Long> targets = new TreeMap<>();
    private final Set<LaneKey> late = new HashSet<>();
    private long known;
    private long behind;
    private long unroutable;
    private long unreadable;

    FailedBatchTally(Routing routing, ParkedLanes parked, Set<String> ordered) {
      this.routing = routing;
      this.parked = parked;
      this.ordered = ordered;
    }

    void add(FailedChunk chunk, KnownDeliveries deliveries) {
      for (Envelope event : chunk.events()) {
        Optional<Set<String>> routed = routing.targets(event);
        if (routed.isEmpty() && !deliveries.includes(event, LaneKey.ALL_TARGETS)) {
          unroutable++;
        }
        routed.orElse(Set.of(LaneKey.ALL_TARGETS)).stream()
            .filter(target -> !deliveries.includes(event, target))
            .filter(target -> !target.equals(LaneKey.ALL_TARGETS))
            .forEach(target -> add(event, target, deliveries));
        known +=
            routed.orElse(Set.of(LaneKey.ALL_TARGETS)).stream()
                .filter(target -> deliveries.includes(event, target))
                .count();
      }
      chunk
          .unreadable()
          .forEach(
              record -> {
                if (deliveries.includes(record)) {
                  known++;
                } else {
                  unreadable++;
                }
              });
    }

    private void add(Envelope event, String target, KnownDeliveries deliveries) {
      LaneKey lane = new LaneKey(target, event.aggregate().toString());
      targets.merge(target, 1L, Long::sum);
      if (ordered.contains(target) && parked.include(lane)) {
        behind++;
      } else if (ordered.contains(target) && deliveries.isLate(event, target)) {
        late.add(lane);
      }
    }

    FailedBatchPlan plan(int batches) {
      return new FailedBatchPlan(
          batches, targets, known, behind, late.size(), unroutable, unreadable);
    }
  }
}
