package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.CommandMarker.MarkedRecord;
import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** From a draft to the request, or to the exception that says why there can be none. */
final class CommitPlanner {
  private final RecordDefaults defaults;
  private final InstantSource clock;
  private final RecordAssembler assembler;
  private final TransactionRules rules;
  private final OwnActions own;

  CommitPlanner(OutboxSettings settings) {
    this.defaults = settings.records();
    this.clock = settings.clock();
    RecordCodec codec = new RecordCodec(defaults.schema());
    this.assembler = new RecordAssembler(settings, codec);
    this.rules = new TransactionRules(defaults.table(), codec, defaults.strictOrder());
    this.own = new OwnActions(defaults.table(), codec);
  }

  /** Where actions go that name no table. */
  String table() {
    return defaults.actionsTable();
  }

  OutboxSchema schema() {
    return defaults.schema();
  }

  CommitPlan plan(TransactionDraft draft) {
    rules.checkDraft(draft);
    Instant writtenAt = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    List<PlannedRecord> records = assembler.assemble(draft, writtenAt);
    Optional<PlannedMarker> marker =
        draft.command().map(command -> marker(command, records, writtenAt));
    List<Action> actions = actions(draft, records, marker);
    rules.checkPlan(actions, records);
    return new CommitPlan(
        request(actions),
        new Committed(records.stream().map(PlannedRecord::committed).toList(), writtenAt),
        actions,
        draft.actions().size(),
        records,
        marker);
  }

  private List<Action> actions(
      TransactionDraft draft, List<PlannedRecord> records, Optional<PlannedMarker> marker) {
    List<Action> actions = new ArrayList<>(draft.actions());
    records.forEach(record -> actions.add(own.put(actions.size(), record)));
    if (defaults.strictOrder()) {
      records.forEach(record -> own.fence(actions.size(), record.record()).ifPresent(actions::add));
    }
    marker.ifPresent(it -> actions.add(own.put(actions.size(), it)));
    return actions;
  }

  private PlannedMarker marker(Command command, List<PlannedRecord> records, Instant writtenAt) {
    OutboxSchema schema = defaults.schema();
    return new PlannedMarker(
        defaults.table(),
        schema,
        command.key(),
        new CommandMarkers(schema).key(defaults.source(), command.key()),
        new CommandMarker(
            Fingerprint.of(command, records),
            defaults.source(),
            writtenAt,
            records.stream().map(CommitPlanner::marked).toList(),
            writtenAt.plus(defaults.commandRetention())));
  }

  private static MarkedRecord marked(PlannedRecord record) {
    CommitResult.CommittedRecord committed = record.committed();
    return new MarkedRecord(
        committed.aggregate(), committed.sequence(), committed.key(), committed.eventIds());
  }

  /** The token makes all attempts of this one commit safe; it is never used again. */
  private static TransactWriteItemsRequest request(List<Action> actions) {
    List<TransactWriteItem> items = actions.stream().map(Action::item).toList();
    return TransactWriteItemsRequest.builder()
        .transactItems(items)
        .clientRequestToken(UUID.randomUUID().toString())
        .build();
  }
}
