package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.archive.EventArchive;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.audit.MissingFile;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.internal.spool.DirectoryLock;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.publish.Target;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Publishes events again whose records are in the table or in an archive: what an audit has found
 * missing, or a selection. First a plan is made, which only reads; then it is followed.
 *
 * <p>Events pass the relay's own lanes, in the order of their aggregate, and events that a target
 * does not accept are parked as by the relay. Each carries the header {@link
 * io.github.dynamooutbox.relay.redrive.WaysOut#REPLAY}, and a FIFO topic gets a new deduplication
 * id. Receipts are written, so that an audit finds nothing missing afterwards. A running relay is
 * not held back meanwhile: stop it where the order matters.
 *
 * <p>A plan does not know what is published after it was made. So only one process at a time can
 * replay what is missing; a selection can be published any number of times.
 *
 * <p>Clients take region, credentials and endpoint from the environment, as every SDK client does.
 * Two processes cannot plan or follow a plan in the same directory at the same time: the second one
 * gets an {@link OperatorException} of the kind {@link Kind#BUSY}. Thread-safe.
 *
 * <pre>{@code
 * try (OutboxReplay replay = OutboxReplay.open(config, "ann@laptop/7f3a")) {
 *   replay.claim();
 *   ReplayPlan plan = replay.planMissing(audit, Optional.empty(), 0, AuditProgress.NONE);
 *   System.out.println(plan.events() + " events");
 *   replay.run(plan.directory(), 100, AuditProgress.NONE);
 * }
 * }</pre>
 */
public final class OutboxReplay implements AutoCloseable {
  private static final int CONTROL_CALLS = 16;

  private final RelayConfig config;
  private final String controlName;
  private final DynamoDbClient client;
  private final AwsControl control;
  private final ExecutorService executor;
  private final AwsTargets targets;
  private final String run;
  private final ReplayClaim claim;

  private OutboxReplay(RelayConfig config, AwsControl control, String run) {
    this.config = config;
    this.control = control;
    controlName = config.control().orElseThrow().described();
    client = OperatorClients.forReads(DynamoDbClient.builder()).build();
    executor = Executors.newFixedThreadPool(AwsTargets.threads(config) + SourceRecords.AT_ONCE);
    targets = AwsTargets.open(config, executor, InstantSource.system());
    this.run = run;
    claim = new ReplayClaim(control.table(), controlName, run);
  }

  /**
   * Builds clients and threads. Sends nothing.
   *
   * @param run distinguishes this from all other processes that replay; owns the {@link #claim}
   * @throws ConfigException if no control table is configured
   */
  public static OutboxReplay open(RelayConfig config, String run) {
    AwsControl control =
        AwsControl.open(config, CONTROL_CALLS, InstantSource.system())
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of(
                            "controlTable: is missing: without it nothing can be parked, and there"
                                + " are no receipts")));
    return new OutboxReplay(config, control, run);
  }

  /** Distinguishes this from all other processes that replay. */
  public String run() {
    return run;
  }

  /**
   * Claims the right to replay what is missing, which one process has at a time, and keeps it until
   * this is closed. Claim it before {@link #planMissing} if the plan is to be followed: the replay
   * would publish again what others publish after the plan was made. The claim is a lease in the
   * control table; that of a process that was killed ends after a minute. Does nothing if it was
   * claimed before.
   *
   * @throws OperatorException if another process has it, or the control table cannot be written
   */
  public void claim() {
    claim.take();
  }

  /**
   * Plans to publish what an audit has found missing, except for what was published since. Where
   * later events of an ordered lane were already published, they are published again. What is
   * unproven is left out. While planning, the events of each aggregate with something missing are
   * kept on disk, from the first missing one on; the names of 1/512 of these aggregates are in
   * memory.
   *
   * @param audit the directory of the audit; the plan is written there
   * @param to plans for this target only; empty: for each
   * @param unitsPerSecond read units that all reads together may take; 0: without a limit
   * @throws OperatorException if there is no such audit, or a table cannot be read
   * @throws java.util.concurrent.CancellationException if it was stopped; nothing is left then
   */
  public ReplayPlan planMissing(
      Path audit, Optional<String> to, double unitsPerSecond, AuditProgress progress) {
    return plan(
        audit,
        true,
        plan -> {
          try (MissingPlanner planner =
              new MissingPlanner(
                  records(),
                  names(Optional.empty()),
                  to,
                  plan,
                  progress,
                  new ReadRate(unitsPerSecond, progress::isStopWanted),
                  audit,
                  MissingPlanner.BYTES_AT_ONCE)) {
            MissingFile.read(audit, config.table().name(), planner::add, planner::endOfPart);
            planner.plan(control.table().receiptReader(), controlName);
          }
        });
  }

  /**
   * Plans to publish the selected events to the targets of today's rules, whether they were
   * published or not. Without an aggregate, this reads the whole table.
   *
   * @param directory for the plan; is created if it does not exist
   * @param to plans for this target only; empty: for each
   * @throws OperatorException if a table cannot be read
   * @throws java.util.concurrent.CancellationException if it was stopped; nothing is left then
   */
  public ReplayPlan planSelected(
      EventSelection selection, Path directory, Optional<String> to, AuditProgress progress) {
    return plan(directory, false, plan -> selectionPlanner(plan, to, progress).plan(selection));
  }

  /**
   * Plans to publish selected events of an archive to the targets of today's rules, each event
   * once, however often the archive has it. The selected events are on disk twice while planning,
   * and once afterwards; 1/256 of their keys are in memory.
   *
   * @param directory for the plan; is created if it does not exist
   * @param to plans for this target only; empty: for each
   * @param foreign receives the names of objects that do not belong to the archive, which are
   *     skipped
   * @throws OperatorException if the archive or a table cannot be read, or a line is damaged
   * @throws java.util.concurrent.CancellationException if it was stopped; nothing is left then
   */
  public ReplayPlan planArchived(
      EventArchive archive,
      EventSelection selection,
      Path directory,
      Optional<String> to,
      AuditProgress progress,
      Consumer<String> foreign) {
    return plan(
        directory,
        false,
        plan -> {
          SelectionPlanner planner = selectionPlanner(plan, to, progress);
          RecordCodec codec = new RecordCodec(config.table().schema());
          try (ArchivePlanner archived =
              new ArchivePlanner(directory, codec, planner, plan, progress)) {
            archived.plan(archive, selection, foreign);
          }
        });
  }

  private SelectionPlanner selectionPlanner(
      Planner plan, Optional<String> to, AuditProgress progress) {
    return new SelectionPlanner(
        records(), config.table(), new Routing(config.rules()), names(to), plan, progress);
  }

  private ReplayPlan plan(Path directory, boolean isExclusive, Consumer<Planner> work) {
    return DirectoryLock.whileHeld(directory, () -> planAlone(directory, isExclusive, work));
  }

  private ReplayPlan planAlone(Path directory, boolean isExclusive, Consumer<Planner> work) {
    if (isInterrupted(directory)) {
      throw new OperatorException(
          Kind.INPUT,
          "directory %s: contains an interrupted replay: resume it, or choose another directory"
              .formatted(directory));
    }
    Set<String> ordered =
        targets.all().stream()
            .filter(Target::ordered)
            .map(Target::name)
            .collect(Collectors.toUnmodifiableSet());
    boolean isPlanned = false;
    try (Planner plan =
        new Planner(directory, new ParkedLanes(control.table(), controlName), ordered)) {
      work.accept(plan);
      ReplayPlan made = plan.finish(config.table().name(), isExclusive);
      isPlanned = true;
      return made;
    } finally {
      if (!isPlanned) {
        ReplayState.delete(directory);
      }
    }
  }

  private Set<String> names(Optional<String> only) {
    return targets.all().stream()
        .map(Target::name)
        .filter(name -> only.map(name::equals).orElse(true))
        .collect(Collectors.toUnmodifiableSet());
  }

  private SourceRecords records() {
    return new SourceRecords(client, config.table(), executor);
  }

  /** Whether a directory has a plan that was not followed to its end. */
  public static boolean isInterrupted(Path directory) {
    return ReplayState.isIn(directory);
  }

  /**
   * Deletes a plan. What was published of it stays published.
   *
   * @throws OperatorException if another process is following it
   */
  public static void discard(Path directory) {
    DirectoryLock.run(directory, () -> ReplayState.delete(directory));
  }

  /**
   * Distinguishes what a plan would publish: equal for two plans of the same events for the same
   * targets, in the same order within each record. Reads the plan.
   *
   * @throws OperatorException if there is no plan
   */
  public static String fingerprint(Path directory) {
    return PlanFile.fingerprint(directory);
  }

  /**
   * How many events a plan has, counted once for each target, as it was made.
   *
   * @throws OperatorException if there is no plan, or one of another table
   */
  public long planned(Path directory) {
    return ReplayState.open(directory, config.table().name()).events();
  }

  /**
   * Follows a plan from where it was left, and deletes it at the end. If {@code progress} wants it
   * to stop, what is in flight is finished first, for at most ten seconds; the same call resumes
   * it. It stops by itself once targets have failed for as long as it takes, by the relay's
   * settings, until a target counts as down, and nothing was accepted meanwhile. After a crash,
   * what was in flight is published twice. Claims the right to replay what is missing if the plan
   * is of that kind, see {@link #claim}.
   *
   * <p>Once something was published, a failure of the table or of the disk is not thrown but is the
   * obstacle in the result.
   *
   * @param eventsPerSecond the most events a second, for all targets together; 0: without a limit
   * @throws OperatorException if there is no plan, another process is following it or replays what
   *     is missing, or a table cannot be read before anything was published
   */
  public ReplayResult run(Path directory, double eventsPerSecond, AuditProgress progress) {
    return DirectoryLock.whileHeld(directory, () -> runAlone(directory, eventsPerSecond, progress));
  }

  private ReplayResult runAlone(Path directory, double eventsPerSecond, AuditProgress progress) {
    ReplayState state = ReplayState.open(directory, config.table().name());
    if (state.isExclusive()) {
      claim();
    }
    ReplayCounts counts = new ReplayCounts(ReplayCounts.patience(config));
    try (ThreadEventLoop loop = new ThreadEventLoop("outbox-replay")) {
      ReplayRelays relays = new ReplayRelays(config, targets, control, loop, counts, state.id());
      return new ReplayRun(
              state, records(), relays, counts, claim::problem, eventsPerSecond, progress)
          .follow(directory);
    }
  }

  /** Closes everything that was opened. Requests in flight fail. */
  @Override
  public void close() {
    claim.close();
    targets.close();
    control.close();
    client.close();
    executor.shutdownNow();
  }

  /** The right to replay what is missing, once it is claimed. Thread-safe. */
  private static final class ReplayClaim implements AutoCloseable {
    private final ControlTable control;
    private final String controlName;
    private final String owner;
    private final ThreadEventLoop renewals = new ThreadEventLoop("outbox-replay-lease");
    private @Nullable WorkLease lease;

    /**
     * @param controlName for messages
     * @param owner of the lease
     */
    ReplayClaim(ControlTable control, String controlName, String owner) {
      this.control = control;
      this.controlName = controlName;
      this.owner = owner;
    }

    /**
     * Claims it, or does nothing if it was claimed before.
     *
     * @throws io.github.dynamooutbox.operations.operate.OperatorException if another process has
     *     it, or the control table cannot be written
     */
    synchronized void take() {
      if (lease == null) {
        lease = WorkLease.take(WorkLease.Work.REPLAY, control, controlName, owner, renewals);
      }
    }

    /** Why it was lost; empty if it is held, or was not claimed. */
    synchronized Optional<String> problem() {
      return Optional.ofNullable(lease).flatMap(WorkLease::problem);
    }

    /** Ends the claim. */
    @Override
    public synchronized void close() {
      if (lease != null) {
        lease.close();
      }
      renewals.close();
    }
  }
}
