package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.audit.AuditReport.Outside;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.Routing;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Accounts for every event that was committed in a range of time: it compares the records in the
 * table with the receipts, the queues, and the marks of events that operators took out of them. It
 * writes nothing.
 *
 * <p>An event without a receipt is checked a second time, later. It is then missing if the relay
 * has passed it or the stream does not hold it any more, and unproven otherwise; see decision 0026.
 * Only one audit may run in a directory at a time. An instance runs one audit.
 */
final class Audit {
  /** DynamoDB keeps the records of a stream for 24 hours. */
  private static final Duration STREAM = Duration.ofHours(24);

  /** How often it is checked whether to stop. */
  private static final Duration STEP = Duration.ofMillis(500);

  /** A receipt whose write is retried keeps the time of the first attempt. */
  private static final Duration LATE_RECEIPTS = Duration.ofMinutes(10);

  /**
   * What an audit has to know about the relay.
   *
   * @param regions of the records that it serves; empty: all
   * @param buckets in how many parts events are compared; one at a time is in memory
   * @param bytesAtOnce the most bytes of a part, in its form on disk, that are in memory; a larger
   *     part is split
   */
  record Subject(
      String table,
      RecordCodec codec,
      Routing routing,
      Collection<String> targets,
      Set<String> regions,
      int buckets,
      long bytesAtOnce) {}

  /** Waits for a duration. */
  interface Pause {
    void of(Duration duration);
  }

  private final AuditSources sources;
  private final Subject subject;
  private final AuditRequest request;
  private final InstantSource clock;
  private final Pause pause;
  private final AuditProgress progress;
  private final TargetBits targets;
  private final Path directory;

  Audit(
      AuditSources sources,
      Subject subject,
      AuditRequest request,
      InstantSource clock,
      Pause pause,
      AuditProgress progress) {
    this.sources = sources;
    this.subject = subject;
    this.request = request;
    this.clock = clock;
    this.pause = pause;
    this.progress = progress;
    targets = new TargetBits(subject.targets());
    directory = request.directory();
  }

  /**
   * Runs the audit, or resumes it where it was interrupted.
   *
   * @param executor runs the requests of the scan's parts, and those of the second look
   * @param missing receives what is missing or unproven
   * @throws OperatorException if the request is invalid, or the table cannot be read
   * @throws CancellationException if it was stopped; the same request resumes it
   */
  AuditReport run(Executor executor, Consumer<Missing> missing) {
    ScanState state = ScanState.open(directory, identity(), clock.instant());
    Instant latest = state.start().minus(request.grace());
    Instant to = request.to().isBefore(latest) ? request.to() : latest;
    check(to, state.start());
    AuditBooks first = books("first");
    TableScan.Scope scope =
        new TableScan.Scope(
            request.from(), to, subject.codec(), subject.routing(), targets, subject.regions());
    new TableScan(sources, scope, first, state, progress).run(request.parts(), executor);
    AuditBooks second = books("second");
    AuditReport report = judge(first, second, state, to, executor, missing);
    state.delete();
    first.delete();
    second.delete();
    return report;
  }

  private AuditBooks books(String look) {
    return new AuditBooks(directory, look, subject.buckets(), subject.bytesAtOnce());
  }

  private Map<String, String> identity() {
    Map<String, String> identity = new HashMap<>(request.values());
    identity.put("table", subject.table());
    return identity;
  }

  private void check(Instant to, Instant start) {
    if (!request.from().isBefore(to)) {
      throw new OperatorException(
          Kind.INPUT,
          "range from %s: begins after %s, where the audit has to end, a grace period of %s before its start: begin earlier, or wait"
              .formatted(request.from(), to, seconds(request.grace())));
    }
    Instant kept = start.minus(request.recordRetention());
    if (request.from().isBefore(kept)) {
      throw new OperatorException(
          Kind.INPUT,
          "range from %s: records are kept for %s, those from before %s may be gone: begin later, or state that writers keep them longer"
              .formatted(request.from(), hours(request.recordRetention()), kept));
    }
  }

  private AuditReport judge(
      AuditBooks first,
      AuditBooks second,
      ScanState state,
      Instant to,
      Executor executor,
      Consumer<Missing> missing) {
    Instant scanned = clock.instant();
    KnownFates known = new KnownFates(sources, subject.codec(), targets, progress);
    first.evidence().clear();
    known.collect(request.from().minus(request.grace()), ahead(), first);
    Tally tally = new Tally(targets);
    second.events().clear();
    second.evidence().clear();
    long[] events = new long[3];
    AtomicLong heartbeats = new AtomicLong();
    long withoutRecord =
        first.judge(
            judged -> {
              if (TableScan.isHeartbeat(judged.found().event().record(), subject.codec())) {
                heartbeats.incrementAndGet();
                return;
              }
              events[0]++;
              events[1] += judged.routed() == 0 ? 1 : 0;
              tally.committed(judged.routed(), 1);
              tally.published(judged.published());
              tally.parked(judged.parked());
              if (judged.unproven() != 0) {
                events[2]++;
                long rest = judged.routed() & ~judged.unproven();
                second.add(new Found(judged.found().event(), judged.routed(), rest));
              }
            });
    Instant passed = passed();
    Instant provenFrom = provenFrom(state, scanned, known);
    if (events[2] > 0) {
      settle();
      known.collect(scanned.minus(LATE_RECEIPTS), ahead(), second);
      new SecondLook(sources, targets, tally, progress, missing)
          .judge(second, events[2], passed, provenFrom, executor);
    }
    return new AuditReport(
        request.from(),
        to,
        events[0],
        events[1],
        tally.counts(),
        withoutRecord,
        new Outside(
            state.count(TableScan.BEFORE),
            state.count(TableScan.AFTER),
            state.count(TableScan.OTHER_REGIONS),
            heartbeats.get()),
        passed,
        provenFrom,
        notes(to, provenFrom, known));
  }

  /**
   * The relay delivers nothing more that was written before this time: the request says so, or the
   * stream keeps no records that are so old. Receipts cannot tell, because they do not show a shard
   * that has stalled.
   */
  private Instant passed() {
    Instant trimmed = clock.instant().minus(STREAM).minus(request.grace());
    return latest(request.relayedUntil().orElse(Instant.MIN), trimmed);
  }

  private void settle() {
    Duration waited = Duration.ZERO;
    while (waited.compareTo(request.settle()) < 0) {
      if (progress.isStopWanted()) {
        throw new CancellationException("the audit was interrupted");
      }
      progress.at(
          "seconds waited for the second look", waited.toSeconds(), request.settle().toSeconds());
      Duration next = request.settle().minus(waited);
      next = next.compareTo(STEP) < 0 ? next : STEP;
      pause.of(next);
      waited = waited.plus(next);
    }
  }

  /** Relays' clocks may be fast. */
  private Instant ahead() {
    return clock.instant().plus(request.grace());
  }

  private Instant provenFrom(ScanState state, Instant scanned, KnownFates known) {
    Duration kept =
        state
            .least(TableScan.RETENTION)
            .map(Duration::ofMillis)
            .filter(least -> least.compareTo(request.recordRetention()) < 0)
            .orElse(request.recordRetention());
    Instant records = scanned.minus(kept);
    Instant receipts =
        known
            .kept()
            .map(least -> clock.instant().minus(least).plus(request.grace()))
            .orElse(Instant.MIN);
    return latest(latest(records, receipts), latest(known.readableFrom(), request.from()));
  }

  private List<String> notes(Instant to, Instant provenFrom, KnownFates known) {
    List<String> notes = new ArrayList<>();
    if (to.isBefore(request.to())) {
      notes.add(
          "the range ends at %s, %s before the audit began"
              .formatted(to, seconds(request.grace())));
    }
    if (provenFrom.isAfter(request.from())) {
      notes.add(
          "nothing is proven for what was written before %s: records or receipts of that time may have expired"
              .formatted(provenFrom));
    }
    if (known.kept().isEmpty()) {
      notes.add(
          "there are no receipts at all: is controlTable.receipts on, and is the relay running?");
    }
    known
        .deduplicated()
        .forEach(
            (target, count) ->
                notes.add(
                    "%s said %d times that it had an event already: such an event was sent again, and is stored once"
                        .formatted(target, count)));
    return notes;
  }

  private static String seconds(Duration duration) {
    return duration.toSeconds() + " s";
  }

  private static String hours(Duration duration) {
    return duration.toHours() + " h";
  }

  private static Instant latest(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
