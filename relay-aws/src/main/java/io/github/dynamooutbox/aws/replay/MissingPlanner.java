package io.github.dynamooutbox.aws.replay;

import io.github.dynamooutbox.aws.audit.AuditProgress;
import io.github.dynamooutbox.aws.audit.Missing;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.aws.operate.AwsFailures;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import io.github.dynamooutbox.aws.replay.ReplayPlan.LaneAgain;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;

/**
 * Plans to publish what is missing. Receipts say which later events of the same lanes are out:
 * those of ordered targets go again. Reads receipts once for each {@link #AT_ONCE} missing events.
 */
final class MissingPlanner {
  /** Missing events that are in memory at once, with what is out of their aggregates. */
  private static final int AT_ONCE = 100_000;

  /** Clocks of writers and relays differ. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  private final SourceRecords records;
  private final ReceiptReader receipts;
  private final String control;
  private final Set<String> targets;
  private final Optional<String> only;
  private final Planner plan;
  private final AuditProgress progress;
  private final Map<String, List<Missing>> pending = new TreeMap<>();
  private int events;
  private long planned;

  /**
   * Plans.
   *
   * @param targets all that are configured
   * @param only for this one; empty: for each
   */
  MissingPlanner(
      SourceRecords records,
      ReceiptReader receipts,
      String control,
      Set<String> targets,
      Optional<String> only,
      Planner plan,
      AuditProgress progress) {
    this.records = records;
    this.receipts = receipts;
    this.control = control;
    this.targets = targets;
    this.only = only;
    this.plan = plan;
    this.progress = progress;
  }

  /** Takes all that is missing of some aggregates. */
  void add(List<Missing> some) {
    for (Missing missing : some) {
      if (missing.recordGone()) {
        plan.gone(1);
      } else if (!missing.unproven()) {
        pending
            .computeIfAbsent(missing.event().record().partition(), any -> new ArrayList<>())
            .add(missing);
        events++;
      }
    }
    if (events >= AT_ONCE) {
      flush();
    }
  }

  /** Plans what was added. */
  void flush() {
    if (pending.isEmpty()) {
      return;
    }
    Map<EventMark, Set<String>> out = out();
    pending.values().forEach(aggregate -> plan(aggregate, out));
    pending.clear();
    events = 0;
  }

  /** Which events of these aggregates were accepted, and by whom. */
  private Map<EventMark, Set<String>> out() {
    Set<Long> aggregates = new HashSet<>();
    Instant first = Instant.MAX;
    for (List<Missing> aggregate : pending.values()) {
      aggregates.add(mark(aggregate.get(0)).aggregate());
      for (Missing each : aggregate) {
        Instant written = each.event().writtenAt();
        first = written.isBefore(first) ? written : first;
      }
    }
    Map<EventMark, Set<String>> out = new HashMap<>();
    AwsFailures.await(
        control,
        receipts.readInSlices(
            first.minus(SKEW),
            Instant.now().plus(SKEW),
            receipt -> {
              if (progress.isStopWanted()) {
                throw interrupted();
              }
              receipt.events().orElseThrow(() -> unreadable(receipt)).stream()
                  .filter(event -> aggregates.contains(event.event().aggregate()))
                  .filter(event -> !event.published().isEmpty())
                  .forEach(
                      event ->
                          out.computeIfAbsent(event.event(), any -> new HashSet<>())
                              .addAll(event.published()));
            },
            units -> {}));
    return out;
  }

  private static CancellationException interrupted() {
    return new CancellationException("the replay was interrupted while it was planned");
  }

  private OperatorException unreadable(StoredReceipt receipt) {
    return new OperatorException(
        Kind.INPUT,
        "%s: its receipt of %s was written by another version, so that nobody knows what is out: use the version of the relay"
            .formatted(control, receipt.at()));
  }

  private static EventMark mark(Missing missing) {
    return EventMark.of(
        missing.event().record(),
        missing.event().writtenAt().toEpochMilli(),
        missing.event().index(),
        missing.event().id());
  }

  private static EventMark mark(DecodeResult.Decoded record, int index) {
    return EventMark.of(
        record.key(),
        record.record().context().writtenAt().toEpochMilli(),
        index,
        record.record().events().get(index).id());
  }

  private void plan(List<Missing> aggregate, Map<EventMark, Set<String>> out) {
    if (progress.isStopWanted()) {
      throw interrupted();
    }
    Map<String, Set<EventMark>> missing = new TreeMap<>();
    for (Missing each : aggregate) {
      EventMark mark = mark(each);
      for (String target : each.targets()) {
        if (only.isPresent() && !only.get().equals(target)) {
          continue;
        }
        if (!targets.contains(target)) {
          plan.notConfigured(1);
        } else if (!out.getOrDefault(mark, Set.of()).contains(target)) {
          missing.computeIfAbsent(target, any -> new HashSet<>()).add(mark);
        }
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    Map<String, Lane> lanes =
        missing.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, lane -> new Lane(lane.getKey(), lane.getValue())));
    RecordKey first =
        aggregate.stream()
            .map(each -> each.event().record())
            .min((one, other) -> one.sort().compareTo(other.sort()))
            .orElseThrow();
    records.from(first, record -> plan(record, lanes, out));
    lanes.values().forEach(Lane::end);
    progress.at("aggregates planned", ++planned, 0);
  }

  private void plan(
      DecodeResult.Decoded record, Map<String, Lane> lanes, Map<EventMark, Set<String>> out) {
    Map<String, Set<Integer>> due = new TreeMap<>();
    for (int index = 0; index < record.record().events().size(); index++) {
      EventMark mark = mark(record, index);
      for (Lane lane : lanes.values()) {
        if (lane.takes(record, mark, out.getOrDefault(mark, Set.of()))) {
          due.computeIfAbsent(lane.target, any -> new TreeSet<>()).add(index);
        }
      }
    }
    plan.add(new PlanLine(record.key(), due));
  }

  /** One aggregate's events for one target, from the first missing one on. */
  private final class Lane {
    private final String target;
    private final Set<EventMark> missing;
    private String aggregate = "";
    private String first = "";
    private boolean isBegun;
    private boolean isFree;
    private long again;

    private Lane(String target, Set<EventMark> missing) {
      this.target = target;
      this.missing = missing;
    }

    /** Whether an event is to be published. They come in their order. */
    private boolean takes(DecodeResult.Decoded record, EventMark mark, Set<String> out) {
      boolean isMissing = missing.remove(mark);
      if (isMissing && !isBegun) {
        isBegun = true;
        aggregate = record.record().aggregate().toString();
        first = record.key().sort();
        isFree = plan.isFree(target, aggregate);
      }
      boolean isAgain = isBegun && !isMissing && plan.isOrdered(target) && out.contains(target);
      if (isFree && isAgain) {
        again++;
      }
      return isFree && (isMissing || isAgain);
    }

    private void end() {
      plan.gone(missing.size());
      if (again > 0) {
        plan.again(new LaneAgain(target, aggregate, first, again));
      }
    }
  }
}
