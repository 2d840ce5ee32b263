package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.writer.CommitTracing.TraceContext;
import io.github.dynamooutbox.writer.OutboxSettings.RecordDefaults;
import io.github.dynamooutbox.writer.internal.commit.Deadline;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.Actions;
import io.github.dynamooutbox.writer.internal.plan.CommandId;
import io.github.dynamooutbox.writer.internal.plan.TraceSource;
import io.github.dynamooutbox.writer.internal.plan.TraceSource.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A transaction while it is being built. */
final class TransactionDraft {
  private final Actions known;
  private final List<Action> actions = new ArrayList<>();

  /** One for each aggregate. There are few, so a linear search finds them. */
  private final List<AggregateEvents> events = new ArrayList<>(1);

  private final TransactionContext context = new TransactionContext();

  private Optional<CommandId> command = Optional.empty();
  private Optional<String> commandResult = Optional.empty();
  private Optional<Duration> timeout = Optional.empty();
  private boolean eventsOptional;

  TransactionDraft(Actions known) {
    this.known = known;
  }

  /** The events of one aggregate, in order. */
  record AggregateEvents(Aggregate aggregate, List<Event> events) {}

  void command(CommandId newCommand) {
    Checks.text("the idempotency key", newCommand.key());
    command = Optional.of(newCommand);
  }

  /** Sets key and tenant of a command that was known before the decision. */
  void under(Command given) {
    if (command.isPresent()) {
      throw new InvalidTransactionException(
          new Violation.InvalidText(
              "the transaction of a command", "has an idempotency key of its own"));
    }
    Optional<String> tenant = context.get(ContextAttribute.TENANT);
    if (tenant.isPresent() && !tenant.equals(given.tenant())) {
      throw new InvalidTransactionException(
          new Violation.InvalidText(
              "the tenant of a command's transaction", "is not that of the command"));
    }
    command = Optional.of(new CommandId(given.key(), Optional.of(given.request())));
    given.tenant().ifPresent(it -> context.set(ContextAttribute.TENANT, it));
  }

  void commandResult(String newResult) {
    String problem = problemOf(newResult);
    if (!problem.isEmpty()) {
      throw new InvalidTransactionException(
          new Violation.InvalidText("the result of the command", problem));
    }
    commandResult = Optional.of(newResult);
  }

  private static String problemOf(String result) {
    if (result.isEmpty()) {
      return "is empty";
    }
    int half = Checks.halfSurrogate(result);
    if (half >= 0) {
      return "has half of a surrogate pair at " + half;
    }
    long bytes = RecordSize.utf8Length(result);
    return bytes > FormatLimits.MAX_COMMAND_RESULT_BYTES
        ? "has " + bytes + " bytes; it may have " + FormatLimits.MAX_COMMAND_RESULT_BYTES
        : "";
  }

  Optional<String> commandResult() {
    return commandResult;
  }

  Optional<CommandId> command() {
    return command;
  }

  void timeout(Duration newTimeout) {
    String problem = Deadline.problemOf(newTimeout);
    if (!problem.isEmpty()) {
      throw new InvalidTransactionException(
          new Violation.InvalidText("the timeout of the commit", problem));
    }
    timeout = Optional.of(newTimeout);
  }

  Optional<Duration> timeout() {
    return timeout;
  }

  void eventsOptional() {
    eventsOptional = true;
  }

  /** Whether a transaction without events is refused. */
  boolean needsEvents() {
    return !eventsOptional;
  }

  void addAction(TransactWriteItem item) {
    int index = actions.size();
    actions.add(
        known
            .of(index, item)
            .orElseThrow(() -> new InvalidTransactionException(new Violation.EmptyAction(index))));
  }

  /** Names the action that was added last. */
  void nameAction(String name) {
    if (actions.isEmpty()) {
      throw new InvalidTransactionException(
          new Violation.InvalidText("the name \"" + name + "\"", "has no action before it"));
    }
    int last = actions.size() - 1;
    actions.set(last, actions.get(last).named(name));
  }

  void addEvents(Aggregate aggregate, List<Event> more) {
    Checks.notNull("the aggregate of events", aggregate);
    if (more.isEmpty()) {
      throw new InvalidTransactionException(new Violation.NoEvents(aggregate.key().toString()));
    }
    AggregateEvents known = eventsOf(aggregate);
    if (!known.aggregate().equals(aggregate)) {
      throw new InvalidTransactionException(
          new Violation.InvalidVersion(
              aggregate.key(),
              "has events "
                  + described(known.aggregate().version())
                  + " and "
                  + described(aggregate.version())
                  + "; a transaction advances an aggregate by one version"));
    }
    for (Event event : more) {
      known.events().add(Checks.notNull("an event of ", aggregate.key(), event));
    }
  }

  private AggregateEvents eventsOf(Aggregate aggregate) {
    for (AggregateEvents known : events) {
      if (known.aggregate().key().equals(aggregate.key())) {
        return known;
      }
    }
    AggregateEvents added = new AggregateEvents(aggregate, new ArrayList<>());
    events.add(added);
    return added;
  }

  private static String described(OptionalLong version) {
    return version.isPresent() ? "at version " + version.getAsLong() : "without a version";
  }

  List<Action> actions() {
    return actions;
  }

  List<AggregateEvents> aggregates() {
    return events;
  }

  TransactionContext context() {
    return context;
  }

  /** What a transaction says about itself: trace, conversation, cause, tenant and user. */
  static final class TransactionContext {
    private final Map<ContextAttribute, String> given = new EnumMap<>(ContextAttribute.class);

    /** The context of the commit's span. */
    private Optional<TraceContext> span = Optional.empty();

    void span(Optional<TraceContext> context) {
      span = context;
    }

    void set(ContextAttribute attribute, String text) {
      given.put(attribute, Checks.text("the " + attribute.label(), text));
    }

    Optional<String> get(ContextAttribute attribute) {
      return Optional.ofNullable(given.get(attribute));
    }

    void trace(String traceparent, String tracestate) {
      set(ContextAttribute.TRACEPARENT, traceparent);
      if (Checks.notNull("the tracestate", tracestate).isEmpty()) {
        given.remove(ContextAttribute.TRACESTATE);
      } else {
        set(ContextAttribute.TRACESTATE, tracestate);
      }
    }

    /**
     * A trace context that the caller has set takes precedence over that of the commit's span and
     * the thread.
     */
    CommitContext commitContext(RecordDefaults defaults, Instant writtenAt, TraceSource traces) {
      Map<ContextAttribute, String> attributes = new EnumMap<>(given);
      if (!given.containsKey(ContextAttribute.TRACEPARENT)) {
        span.map(own -> new Trace(own.traceparent(), own.tracestate()))
            .or(traces::current)
            .ifPresent(trace -> put(trace, attributes));
      }
      return new CommitContext(defaults.source(), writtenAt, defaults.region(), attributes);
    }

    private static void put(Trace trace, Map<ContextAttribute, String> attributes) {
      attributes.put(ContextAttribute.TRACEPARENT, trace.traceparent());
      trace.tracestate().ifPresent(it -> attributes.put(ContextAttribute.TRACESTATE, it));
    }
  }
}
