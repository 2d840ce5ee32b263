package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Follows a plan to its end, or until the caller stops it. Used once. */
final class ReplayRun {
  /** As many records as a BatchGetItem reads. */
  private static final int LINES_AT_ONCE = 100;

  private final ReplayState state;
  private final SourceRecords records;
  private final ReplayRelays relays;
  private final ReplayCounts counts;
  private final Supplier<Optional<String>> lost;
  private final double eventsPerSecond;
  private final AuditProgress progress;
  private final StageWait wait = new StageWait(this::isStopped, this::isHalted, this::report);
  private long submitted;
  private long gone;
  private long freeAt = System.nanoTime();
  private Optional<String> failed = Optional.empty();

  /**
   * @param lost why the claim was lost; empty as long as it is held
   */
  ReplayRun(
      ReplayState state,
      SourceRecords records,
      ReplayRelays relays,
      ReplayCounts counts,
      Supplier<Optional<String>> lost,
      double eventsPerSecond,
      AuditProgress progress) {
    this.state = state;
    this.records = records;
    this.relays = relays;
    this.counts = counts;
    this.lost = lost;
    this.eventsPerSecond = eventsPerSecond;
    this.progress = progress;
    submitted = state.done();
  }

  /**
   * @throws OperatorException if it fails before anything was published
   */
  ReplayResult follow(Path directory) {
    try {
      submitAll(directory);
    } catch (OperatorException e) {
      if (counts.published() + counts.parked() == 0) {
        throw e;
      }
      failed = Optional.of(String.valueOf(e.getMessage()));
    }
    boolean isFinished = state.done() == state.lines();
    if (isFinished) {
      ReplayState.delete(directory);
    }
    return new ReplayResult(
        counts.published(),
        counts.parked(),
        gone,
        isFinished,
        isFinished ? Optional.empty() : failed.or(counts::halted).or(lost));
  }

  private void submitAll(Path directory) {
    try (PlanFile.Reader plan = new PlanFile.Reader(directory, submitted)) {
      boolean isRead = false;
      while (!isRead && !isStopped()) {
        List<PlanLine> lines = plan.next(linesAtOnce());
        isRead = lines.isEmpty();
        if (!isRead) {
          submit(lines);
        }
      }
    } finally {
      wait.toSettle(relays.settled());
      wait.untilDone(relays.close());
      note();
    }
  }

  private int linesAtOnce() {
    return eventsPerSecond > 0
        ? (int) Math.max(1, Math.min(LINES_AT_ONCE, eventsPerSecond / 4))
        : LINES_AT_ONCE;
  }

  private boolean isStopped() {
    return progress.isStopWanted() || isHalted() || lost.get().isPresent();
  }

  private boolean isHalted() {
    return counts.halted().isPresent();
  }

  private void submit(List<PlanLine> lines) {
    pace(lines.stream().mapToInt(PlanLine::events).sum());
    if (isStopped()) {
      return;
    }
    Map<RecordKey, DecodeResult.Decoded> found =
        records.of(
            lines.stream()
                .filter(line -> line.archived().isEmpty())
                .map(PlanLine::record)
                .toList());
    lines.stream()
        .filter(line -> !line.archived().isEmpty())
        .forEach(line -> found.put(line.record(), ArchivedRecord.of(line)));
    gone += lines.size() - found.size();
    CompletionStage<Void> accepted = relays.submit(submitted + 1, lines, found);
    submitted += lines.size();
    wait.untilStopped(accepted);
    note();
  }

  private void note() {
    state.save(relays.firstUnfinished().map(line -> line - 1).orElse(submitted));
    report();
  }

  private void report() {
    progress.at("events published", counts.published() + counts.parked(), state.events());
  }

  /** Waits as long as these events take at the rate. */
  private void pace(int events) {
    if (eventsPerSecond <= 0) {
      return;
    }
    long start = Math.max(freeAt, System.nanoTime());
    freeAt = start + (long) (events / eventsPerSecond * TimeUnit.SECONDS.toNanos(1));
    while (System.nanoTime() < start && !isStopped()) {
      wait.pause(start - System.nanoTime());
    }
  }
}
