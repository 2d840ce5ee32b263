package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.audit.AuditBooks.Judged;
import io.github.dynamooutbox.operations.internal.read.InOrder;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Decides about events that had no receipt at the first look. Not thread-safe. */
final class SecondLook {
  /** How many events are looked up at the same time; as many as parts of the receipts. */
  static final int AT_ONCE = ReceiptReader.SLICES;

  private final AuditSources sources;
  private final TargetBits targets;
  private final Tally tally;
  private final AuditProgress progress;
  private final Consumer<Missing> missing;
  private Optional<Presence> last = Optional.empty();
  private long looked;

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
   * Judges each event once more. One that is still open takes two requests, one after the other;
   * several events are looked up at the same time.
   *
   * @param about how many events there are
   * @param passed the relay delivers nothing more that was written before this time
   * @param provenFrom the receipt of an event that was written before this time may have expired
   * @param executor runs the requests
   */
  void judge(AuditBooks books, long about, Instant passed, Instant provenFrom, Executor executor) {
    InOrder<Answer> answers =
        new InOrder<>(executor, AT_ONCE, answer -> decide(answer, passed, provenFrom));
    books.judge(
        judged -> {
          if (progress.isStopWanted()) {
            throw new CancellationException("the audit was interrupted");
          }
          progress.at("events without a receipt checked again", ++looked, about);
          long open = judged.found().expected() & ~judged.found().proven();
          long more = judged.routed() & ~judged.found().expected();
          tally.committed(more, 1);
          tally.committed(open & ~judged.routed(), -1);
          tally.published(judged.published() & (open | more));
          tally.parked(judged.parked() & (open | more));
          if (judged.unproven() != 0) {
            Presence record = recordOf(judged.found().event());
            answers.read(() -> ask(judged, record));
          }
        });
    answers.end();
  }

  /**
   * What was looked up about an event.
   *
   * @param letOut targets that it need not reach any more
   * @param isThere whether its record is in the table; only looked up if a target is left
   */
  private record Answer(Judged judged, long letOut, boolean isThere) {
    long rest() {
      return judged.unproven() & ~letOut;
    }
  }

  private Answer ask(Judged judged, Presence record) {
    Set<String> out = out(judged.found().event());
    boolean isOutForAll = out.contains(LaneKey.ALL_TARGETS);
    Answer answer =
        new Answer(judged, judged.unproven() & (isOutForAll ? ~0 : targets.bits(out)), false);
    return answer.rest() == 0 ? answer : new Answer(judged, answer.letOut(), record.isThere());
  }

  private void decide(Answer answer, Instant passed, Instant provenFrom) {
    CommittedEvent event = answer.judged().found().event();
    tally.letOut(answer.letOut());
    long rest = answer.rest();
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
    missing.accept(new Missing(event, targets.names(rest), !isOver, !answer.isThere()));
  }

  /** Events of a record often come one after the other. */
  private Presence recordOf(CommittedEvent event) {
    Presence of =
        last.filter(one -> one.record.equals(event.record()))
            .orElseGet(() -> new Presence(event.record()));
    last = Optional.of(of);
    return of;
  }

  /** Whether a record is in the table, looked up once. Thread-safe. */
  private final class Presence {
    private final RecordKey record;
    private Optional<Boolean> isThere = Optional.empty();

    Presence(RecordKey record) {
      this.record = record;
    }

    synchronized boolean isThere() {
      boolean known = isThere.orElseGet(() -> sources.exists(record));
      isThere = Optional.of(known);
      return known;
    }
  }

  private Set<String> out(CommittedEvent event) {
    return sources.decisions(nameOf(event)).stream()
        .filter(mark -> mark.concerns(event.record(), event.index()))
        .map(WayOut::target)
        .collect(Collectors.toSet());
  }

  /** For a record that cannot be read, marks use its keys as the name. */
  private static String nameOf(CommittedEvent event) {
    return event.index() < 0
        ? event.record().partition() + '/' + event.record().sort()
        : event.id();
  }
}
