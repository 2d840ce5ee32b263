package io.github.dynamooutbox.aws.replay;

import io.github.dynamooutbox.aws.audit.AuditProgress;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Follows a plan to its end, or until somebody stops it. Used once. */
final class ReplayRun {
  private final ReplayState state;
  private final SourceRecords records;
  private final ReplayRelays relays;
  private final ReplayCounts counts;
  private final double eventsPerSecond;
  private final AuditProgress progress;
  private final StageWait wait = new StageWait(this::isStopped, this::isHalted, this::tell);
  private long submitted;
  private long gone;
  private long freeAt = System.nanoTime();

  ReplayRun(
      ReplayState state,
      SourceRecords records,
      ReplayRelays relays,
      ReplayCounts counts,
      double eventsPerSecond,
      AuditProgress progress) {
    this.state = state;
    this.records = records;
    this.relays = relays;
    this.counts = counts;
    this.eventsPerSecond = eventsPerSecond;
    this.progress = progress;
    submitted = state.done();
  }

  ReplayResult follow(Path directory) {
    try (PlanFile.Reader plan = new PlanFile.Reader(directory, submitted)) {
      boolean isRead = false;
      while (!isRead && !isStopped()) {
        List<PlanLine> lines = plan.next(linesAtOnce());
        isRead = lines.isEmpty();
        if (!isRead) {
          submit(lines);
        }
      }
      wait.toSettle(relays.settled());
    } finally {
      wait.untilDone(relays.close());
      note();
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
        isFinished ? Optional.empty() : counts.halted());
  }

  private int linesAtOnce() {
    return eventsPerSecond > 0
        ? (int) Math.max(1, Math.min(SourceRecords.AT_ONCE, eventsPerSecond / 4))
        : SourceRecords.AT_ONCE;
  }

  private boolean isStopped() {
    return progress.isStopWanted() || isHalted();
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
    tell();
  }

  private void tell() {
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
