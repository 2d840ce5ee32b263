package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.CommandMarker.MarkedRecord;
import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.CallTimeout;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import io.github.dynamooutbox.writer.OutboxSettings.RecordDefaults;
import io.github.dynamooutbox.writer.internal.commit.Deadline;
import io.github.dynamooutbox.writer.internal.encode.Fingerprint;
import io.github.dynamooutbox.writer.internal.encode.OwnActions;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.Actions;
import io.github.dynamooutbox.writer.internal.plan.CommandId;
import io.github.dynamooutbox.writer.internal.plan.PlannedMarker;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Turns a draft into the request, or throws the exception that says why there can be none. */
final class CommitPlanner {
  private final RecordDefaults defaults;
  private final InstantSource clock;
  private final RecordAssembler assembler;
  private final TransactionRules rules;
  private final OwnActions own;
  private final Actions callers;
  private final CommandMarkers markers;
  private final EventIdGenerator tokens;
  private final Optional<Duration> clientTimeout;
  private final Duration defaultTimeout;

  /** The same for most commits, so it is created once. */
  private final AwsRequestOverrideConfiguration defaultLimit;

  private final Optional<LargePayloads> largePayloads;
  private final CommitTracing tracing;

  CommitPlanner(OutboxSettings settings) {
    this.largePayloads = settings.largePayloads();
    this.tracing = settings.tracing();
    this.defaults = settings.records();
    this.clock = settings.clock();
    this.tokens = settings.ownIds();
    this.clientTimeout = settings.clientTimeout();
    this.defaultTimeout = settings.timeout();
    this.defaultLimit = Deadline.limit(defaultTimeout);
    RecordCodec codec = new RecordCodec(defaults.schema());
    this.assembler = new RecordAssembler(settings, codec);
    this.rules = new TransactionRules(defaults.table(), codec, defaults.strictOrder());
    this.own = new OwnActions(defaults.table(), codec);
    this.callers = new Actions(defaults.actionsTable(), defaults.schema());
    this.markers = new CommandMarkers(defaults.schema());
  }

  CommitTracing.Span startSpan() {
    return tracing.start(defaults.table(), defaults.source());
  }

  Actions actions() {
    return callers;
  }

  OutboxSchema schema() {
    return defaults.schema();
  }

  CommitPlan plan(TransactionDraft draft) {
    Duration timeout = draft.timeout().map(this::shortened).orElse(defaultTimeout);
    rules.checkDraft(draft);
    Instant writtenAt = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Uploads uploads = new Uploads(largePayloads);
    // One for the whole commit: the keys of its records already differ by aggregate.
    String unique = tokens.nextId();
    List<PlannedRecord> records = assembler.assemble(draft, writtenAt, unique, uploads);
    List<CommittedRecord> committed = committed(records);
    Optional<PlannedMarker> marker =
        draft.command().isPresent()
            ? Optional.of(
                marker(
                    draft.command().get(),
                    draft,
                    Fingerprint.of(draft.command().get(), records, uploads::original),
                    committed,
                    writtenAt))
            : Optional.empty();
    List<Action> actions = actions(draft, records, marker);
    rules.checkPlan(actions, draft.actions().size(), records);
    return new CommitPlan(
        request(
            actions,
            unique,
            timeout.equals(defaultTimeout) ? defaultLimit : Deadline.limit(timeout)),
        timeout,
        new Committed(committed, writtenAt, draft.commandResult()),
        actions,
        draft.actions().size(),
        records,
        marker,
        uploads);
  }

  private Duration shortened(Duration timeout) {
    return CallTimeout.shortened(timeout, clientTimeout);
  }

  private List<Action> actions(
      TransactionDraft draft, List<PlannedRecord> records, Optional<PlannedMarker> marker) {
    List<Action> actions = new ArrayList<>(draft.actions().size() + 2 * records.size() + 1);
    actions.addAll(draft.actions());
    for (PlannedRecord record : records) {
      actions.add(own.put(actions.size(), record));
    }
    if (defaults.strictOrder()) {
      for (PlannedRecord record : records) {
        own.orderCheck(actions.size(), record.record()).ifPresent(actions::add);
      }
    }
    if (marker.isPresent()) {
      actions.add(own.put(actions.size(), marker.get()));
    }
    return actions;
  }

  private static List<CommittedRecord> committed(List<PlannedRecord> records) {
    if (records.size() == 1) {
      return List.of(CommittedRecord.of(records.get(0)));
    }
    List<CommittedRecord> committed = new ArrayList<>(records.size());
    for (PlannedRecord record : records) {
      committed.add(CommittedRecord.of(record));
    }
    return committed;
  }

  private PlannedMarker marker(
      CommandId command,
      TransactionDraft draft,
      String fingerprint,
      List<CommittedRecord> committed,
      Instant writtenAt) {
    return new PlannedMarker(
        defaults.table(),
        defaults.schema(),
        markers,
        markers.key(defaults.source(), draft.context().get(ContextAttribute.TENANT), command.key()),
        new CommandMarker(
            fingerprint,
            defaults.source(),
            writtenAt,
            marked(committed),
            draft.commandResult(),
            writtenAt.plus(defaults.commandRetention())));
  }

  /** A plan that sends nothing, for reading the marker of a command. */
  CommitPlan lookup(Command command) {
    Instant now = clock.instant();
    TransactionDraft draft = new TransactionDraft(callers);
    draft.under(command);
    CommandId id = draft.command().orElseThrow();
    String fingerprint = Fingerprint.of(id, List.of(), UnaryOperator.identity());
    return new CommitPlan(
        TransactWriteItemsRequest.builder().build(),
        defaultTimeout,
        new Committed(List.of(), now, Optional.empty()),
        List.of(),
        0,
        List.of(),
        Optional.of(marker(id, draft, fingerprint, List.of(), now)),
        new Uploads(largePayloads));
  }

  private static List<MarkedRecord> marked(List<CommittedRecord> records) {
    List<MarkedRecord> marked = new ArrayList<>(records.size());
    for (CommittedRecord record : records) {
      marked.add(
          new MarkedRecord(record.aggregate(), record.version(), record.key(), record.eventIds()));
    }
    return marked;
  }

  private TransactWriteItemsRequest request(
      List<Action> actions, String token, AwsRequestOverrideConfiguration limit) {
    List<TransactWriteItem> items = new ArrayList<>(actions.size());
    for (Action action : actions) {
      items.add(action.item());
    }
    return TransactWriteItemsRequest.builder()
        .transactItems(items)
        // Makes all attempts of this commit idempotent, and is never used again.
        .clientRequestToken(token)
        .overrideConfiguration(limit)
        .build();
  }
}
