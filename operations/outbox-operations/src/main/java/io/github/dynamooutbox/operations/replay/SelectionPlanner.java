package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** Plans to publish selected events to the targets of today's rules. */
final class SelectionPlanner {
  private static final StreamPosition NOWHERE = new StreamPosition("0");

  private final SourceRecords records;
  private final TableConfig table;
  private final Routing routing;
  private final Set<String> targets;
  private final Planner plan;
  private final AuditProgress progress;
  private long read;

  /** Plans for these targets. */
  SelectionPlanner(
      SourceRecords records,
      TableConfig table,
      Routing routing,
      Set<String> targets,
      Planner plan,
      AuditProgress progress) {
    this.records = records;
    this.table = table;
    this.routing = routing;
    this.targets = targets;
    this.plan = plan;
    this.progress = progress;
  }

  void plan(EventSelection selection) {
    if (selection.aggregate().isPresent()) {
      String partition = table.schema().prefix() + selection.aggregate().get();
      records.from(new RecordKey(partition, " "), record -> plan(record, selection));
    } else {
      records.all(record -> plan(record, selection));
    }
  }

  private void plan(DecodeResult.Decoded decoded, EventSelection selection) {
    Planner.stopIfWanted(progress);
    progress.at("records read", ++read, 0);
    plan.add(new PlanLine(decoded.key(), due(decoded, index -> true, selection)));
  }

  /**
   * The events of a record that each target gets by today's rules.
   *
   * @param isThere whether there is an event at an index
   */
  Map<String, Set<Integer>> due(
      DecodeResult.Decoded decoded, IntPredicate isThere, EventSelection selection) {
    OutboxRecord record = decoded.record();
    Map<String, Set<Integer>> due = new TreeMap<>();
    for (int index = 0; index < record.events().size(); index++) {
      if (isThere.test(index) && selection.includes(record, record.events().get(index))) {
        for (String target : targets(new Envelope(NOWHERE, decoded.key(), record, index))) {
          due.computeIfAbsent(target, any -> new TreeSet<>()).add(index);
        }
      }
    }
    due.keySet().removeIf(target -> !plan.isFree(target, record.aggregate().toString()));
    return due;
  }

  private Set<String> targets(Envelope envelope) {
    Set<String> routed = new TreeSet<>(routing.targets(envelope).orElse(Set.of()));
    if (routed.isEmpty()) {
      plan.notConfigured(1);
    }
    routed.retainAll(targets);
    return routed;
  }
}
