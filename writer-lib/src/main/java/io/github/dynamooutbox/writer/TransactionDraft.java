package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.writer.internal.commit.Deadline;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.Actions;
import io.github.dynamooutbox.writer.internal.plan.CommandId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
}
