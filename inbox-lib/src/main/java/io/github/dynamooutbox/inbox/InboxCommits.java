package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.ContextAttribute;
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
  /** A handler for transactions in which no event is handled. */
  static final EventHandler NOTHING = (event, transaction) -> {};

  private final InboxSettings settings;

  InboxCommits(InboxSettings settings) {
    this.settings = settings;
  }

  /** Which of the inbox's own items an action is on. */
  enum Part {
    ENTRY,
    CURSOR,
    PARKED;

    /** Created once, because each of the inbox's own actions has one. */
    private final String label = "inbox " + name();
  }

  /** One of the inbox's own actions. */
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
   * The refusal of a transaction, by the inbox's own conditions or the handler's.
   *
   * @param failure the exception to throw if none of the inbox's own conditions failed
   */
  record Refusal(List<Own> own, PreconditionFailedException failure) {
    boolean isOf(Part part) {
      return item(part).isPresent();
    }

    /** The item at that time, an empty map if there was none. Absent if its condition held. */
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
   * @return empty if it is committed, otherwise the refusal; other failures are thrown
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
    attribute(event, ContextAttribute.CORRELATION_ID).ifPresent(transaction::correlationId);
    String state = attribute(event, ContextAttribute.TRACESTATE).orElse("");
    attribute(event, ContextAttribute.TRACEPARENT)
        .ifPresent(parent -> transaction.trace(parent, state));
  }

  private static Optional<String> attribute(ReceivedEvent event, ContextAttribute attribute) {
    return event.attribute(attribute.cloudEventName());
  }
}
