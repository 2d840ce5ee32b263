package io.github.dynamooutbox.aws.audit;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Decides about what had no receipt at the first look. */
final class SecondLook {
  private final AuditSources sources;
  private final TargetBits targets;
  private final Tally tally;
  private final AuditProgress progress;
  private final Consumer<Missing> missing;
  private long looked;
  private Optional<RecordKey> last = Optional.empty();
  private boolean isLastThere;

  SecondLook(
      AuditSources sources,
      TargetBits targets,
      Tally tally,
      AuditProgress progress,
      Consumer<Missing> missing) {
    this.sources = sources;
    this.targets = targets;
    this.tally = tally;
    this.progress = progress;
    this.missing = missing;
  }

  /**
   * Judges each event once more. What is still open costs two requests, one after the other.
   *
   * @param about how many events there are
   * @param passed what was written before, the relay will not deliver any more
   * @param provenFrom what was written before may have had a receipt that has expired
   */
  void judge(AuditBooks books, long about, Instant passed, Instant provenFrom) {
    books.judge(
        judged -> {
          if (progress.isStopWanted()) {
            throw new CancellationException("the audit was interrupted");
          }
          progress.at("events without a receipt looked at again", ++looked, about);
          long open = judged.found().expected() & ~judged.found().proven();
          long more = judged.routed() & ~judged.found().expected();
          tally.committed(more, 1);
          tally.committed(open & ~judged.routed(), -1);
          tally.published(judged.published() & (open | more));
          tally.parked(judged.parked() & (open | more));
          if (judged.unproven() != 0) {
            rest(judged, passed, provenFrom);
          }
        });
  }

  private void rest(Judged judged, Instant passed, Instant provenFrom) {
    CommittedEvent event = judged.found().event();
    Set<String> out = out(event);
    boolean isOutForAll = out.contains(LaneKey.ALL_TARGETS);
    long letOut = judged.unproven() & (isOutForAll ? ~0 : targets.bits(out));
    tally.letOut(letOut);
    long rest = judged.unproven() & ~letOut;
    if (rest == 0) {
      return;
    }
    boolean isUnreadable = event.index() < 0;
    boolean isOver =
        !isUnreadable
            && event.writtenAt().isBefore(passed)
            && !event.writtenAt().isBefore(provenFrom);
    if (isOver) {
      tally.missing(rest);
    } else {
      tally.unproven(rest);
    }
    missing.accept(new Missing(event, targets.names(rest), !isOver, !isThere(event.record())));
  }

  /** Events of a record often come one after the other. */
  private boolean isThere(RecordKey record) {
    if (!last.equals(Optional.of(record))) {
      isLastThere = sources.exists(record);
      last = Optional.of(record);
    }
    return isLastThere;
  }

  private Set<String> out(CommittedEvent event) {
    return sources.decisions(nameOf(event)).stream()
        .filter(mark -> mark.concerns(event.record(), event.index()))
        .map(WayOut::target)
        .collect(Collectors.toSet());
  }

  /** Marks name a record that cannot be read by its keys. */
  private static String nameOf(CommittedEvent event) {
    return event.index() < 0
        ? event.record().partition() + '/' + event.record().sort()
        : event.id();
  }
}
