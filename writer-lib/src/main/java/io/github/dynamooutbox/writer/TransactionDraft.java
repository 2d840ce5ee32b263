package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A transaction while it is being put together. */
final class TransactionDraft {
  private final String table;
  private final List<Action> actions = new ArrayList<>();
  private final Map<AggregateKey, AggregateEvents> events = new LinkedHashMap<>();
  private final TransactionContext context = new TransactionContext();

  private Optional<Command> command = Optional.empty();

  TransactionDraft(String table) {
    this.table = table;
  }

  /** The events of one aggregate, in order. */
  record AggregateEvents(Aggregate aggregate, List<Event> events) {}

  void command(Command newCommand) {
    Checks.text("the idempotency key", newCommand.key());
    command = Optional.of(newCommand);
  }

  Optional<Command> command() {
    return command;
  }

  void addAction(TransactWriteItem item) {
    actions.add(Action.of(actions.size(), item, table));
  }

  void addEvents(Aggregate aggregate, List<Event> more) {
    if (more.isEmpty()) {
      throw new InvalidTransactionException(new Violation.NoEvents(aggregate.key().toString()));
    }
    AggregateEvents known =
        events.computeIfAbsent(
            aggregate.key(), key -> new AggregateEvents(aggregate, new ArrayList<>()));
    if (!known.aggregate().equals(aggregate)) {
      throw new InvalidTransactionException(
          new Violation.InvalidVersion(
              aggregate.key(),
              "has events "
                  + position(known.aggregate().sequence())
                  + " and "
                  + position(aggregate.sequence())
                  + "; one transaction moves an aggregate by one version"));
    }
    known.events().addAll(more);
  }

  private static String position(OptionalLong sequence) {
    return sequence.isPresent() ? "at version " + sequence.getAsLong() : "without a version";
  }

  List<Action> actions() {
    return actions;
  }

  Collection<AggregateEvents> aggregates() {
    return events.values();
  }

  TransactionContext context() {
    return context;
  }
}
