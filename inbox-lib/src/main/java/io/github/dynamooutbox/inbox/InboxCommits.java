package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.writer.FailedCondition;
import io.github.dynamooutbox.writer.OutboxTransaction;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Commits a handler's writes together with the inbox's own, which come first. */
final class InboxCommits {
  /** For transactions in which nothing is handled. */
  static final EventHandler NOTHING = (event, transaction) -> {};

  private final InboxSettings settings;

  InboxCommits(InboxSettings settings) {
    this.settings = settings;
  }

  /** Which of its own items an action is on. */
  enum Part {
    ENTRY,
    CURSOR,
    PARKED;

    /** Made once: every action of the inbox's own has one. */
    private final String label = "inbox " + name();
  }

  /** An action of the inbox's own. */
  record Own(Part part, TransactWriteItem action) {
    static Own entry(Put put) {
      return new Own(Part.ENTRY, TransactWriteItem.builder().put(put).build());
    }

    static Own cursor(Update update) {
      return new Own(Part.CURSOR, TransactWriteItem.builder().update(update).build());
    }

    static Own parked(Put put) {
      return new Own(Part.PARKED, TransactWriteItem.builder().put(put).build());
    }

    static Own parked(Delete delete) {
      return new Own(Part.PARKED, TransactWriteItem.builder().delete(delete).build());
    }
  }

  /**
   * Conditions of the inbox's own that did not hold.
   *
   * @param failure where none of them failed, what to throw
   */
  record Refusal(List<Own> own, PreconditionFailedException failure) {
    boolean isOf(Part part) {
      return item(part).isPresent();
    }

    /** The item as it was, empty if there was none. Absent: its condition held. */
    Optional<Map<String, AttributeValue>> item(Part part) {
      OptionalInt place =
          IntStream.range(0, own.size()).filter(i -> own.get(i).part() == part).findFirst();
      return place.isEmpty()
          ? Optional.empty()
          : failure.conditions().stream()
              .filter(condition -> condition.index() == place.getAsInt())
              .findFirst()
              .map(FailedCondition::item);
    }
  }

  /**
   * Writes everything or nothing.
   *
   * @return empty if it is committed, else why it is not; other failures are thrown
   */
  Optional<Refusal> commit(
      ReceivedEvent event, List<Own> own, EventHandler handler, Duration timeout) {
    OutboxTransaction transaction = settings.outbox().transaction().eventsOptional();
    transaction.timeout(timeout);
    own.forEach(it -> transaction.add(it.action()).named(it.part().label));
    if (settings.raisesEvents()) {
      trace(event, transaction);
    }
    handler.handle(event, new InboxTransaction(transaction, settings));
    try {
      transaction.commit();
      return Optional.empty();
    } catch (PreconditionFailedException e) {
      return Optional.of(new Refusal(own, e));
    }
  }

  private static void trace(ReceivedEvent event, OutboxTransaction transaction) {
    transaction.causationId(event.id());
    event.attribute("correlationid").ifPresent(transaction::correlationId);
    event
        .attribute("traceparent")
        .ifPresent(parent -> transaction.trace(parent, event.attribute("tracestate").orElse("")));
  }
}
