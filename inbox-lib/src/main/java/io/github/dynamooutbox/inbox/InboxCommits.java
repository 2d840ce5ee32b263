package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.writer.CommitConflictException;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.CommitThrottledException;
import io.github.dynamooutbox.writer.FailedCondition;
import io.github.dynamooutbox.writer.InvalidTransactionException;
import io.github.dynamooutbox.writer.OutboxTransaction;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Commits a handler's writes together with the inbox's own, which come first. */
final class InboxCommits {
  /** A handler for transactions in which no event is handled. */
  static final EventHandler NOTHING = (event, transaction) -> {};

  private static final System.Logger LOG = System.getLogger(Inbox.class.getName());

  /** Characters; W3C asks for at least 512 of a trace state. */
  private static final int MAX_PASSED_ON = 2_048;

  private final InboxSettings settings;

  InboxCommits(InboxSettings settings) {
    this.settings = settings;
  }

  /** Which of the inbox's own items an action is on. */
  enum Part {
    ENTRY,
    CURSOR,
    PARKED,
    PART;

    /** Created once, because each of the inbox's own actions has one. */
    private final String label = "inbox " + name();
  }

  /** One of the inbox's own actions. */
  record Own(Part part, TransactWriteItem action) {
    static Own entry(Put put) {
      return put(Part.ENTRY, put);
    }

    static Own entry(ConditionCheck check) {
      return check(Part.ENTRY, check);
    }

    static Own cursor(Update update) {
      return new Own(Part.CURSOR, TransactWriteItem.builder().update(update).build());
    }

    static Own cursor(ConditionCheck check) {
      return check(Part.CURSOR, check);
    }

    static Own parked(Put put) {
      return put(Part.PARKED, put);
    }

    static Own parked(Delete delete) {
      return delete(Part.PARKED, delete);
    }

    static Own parked(ConditionCheck check) {
      return check(Part.PARKED, check);
    }

    static Own part(Put put) {
      return put(Part.PART, put);
    }

    static Own part(Delete delete) {
      return delete(Part.PART, delete);
    }

    private static Own put(Part part, Put put) {
      return new Own(part, TransactWriteItem.builder().put(put).build());
    }

    private static Own delete(Part part, Delete delete) {
      return new Own(part, TransactWriteItem.builder().delete(delete).build());
    }

    private static Own check(Part part, ConditionCheck check) {
      return new Own(part, TransactWriteItem.builder().conditionCheck(check).build());
    }
  }

  /**
   * Why nothing was written: conditions that did not hold, or any other failure that another
   * attempt would meet again.
   *
   * @param failure the exception to throw if none of the inbox's own conditions failed
   */
  record Refusal(List<Own> own, RuntimeException failure) {
    boolean isOf(Part part) {
      return item(part).isPresent();
    }

    /** Whether conditions were evaluated, so that those that are not reported did hold. */
    boolean isByCondition() {
      return failure instanceof PreconditionFailedException;
    }

    /** Throws what refused it without looking at its conditions. */
    void requireByCondition() {
      if (!isByCondition()) {
        throw failure;
      }
    }

    /** The item at that time, an empty map if there was none. Absent if its condition held. */
    Optional<Map<String, AttributeValue>> item(Part part) {
      OptionalInt place =
          IntStream.range(0, own.size()).filter(i -> own.get(i).part() == part).findFirst();
      return place.isPresent() && failure instanceof PreconditionFailedException refused
          ? refused.conditions().stream()
              .filter(condition -> condition.index() == place.getAsInt())
              .findFirst()
              .map(FailedCondition::item)
          : Optional.empty();
    }
  }

  /**
   * Writes everything or nothing.
   *
   * @return empty if it is committed, otherwise the refusal; failures that may pass are thrown
   */
  Optional<Refusal> commit(
      ReceivedEvent event, List<Own> own, EventHandler handler, Duration timeout) {
    try {
      OutboxTransaction transaction = settings.outbox().transaction().eventsOptional();
      transaction.timeout(timeout);
      own.forEach(it -> transaction.add(it.action()).named(it.part().label));
      if (settings.raisesEvents()) {
        trace(event, transaction);
      }
      handler.handle(event, new InboxTransaction(transaction, settings));
      transaction.commit();
      return Optional.empty();
    } catch (CommitConflictException
        | CommitThrottledException
        | CommitOutcomeUnknownException mayPass) {
      throw mayPass;
    } catch (RuntimeException e) {
      return Optional.of(new Refusal(own, e));
    }
  }

  /** Writes the inbox's own items alone, without conditions. */
  void write(ReceivedEvent event, List<Own> own, Duration timeout) {
    commit(event, own, NOTHING, timeout)
        .ifPresent(
            refusal -> {
              throw refusal.failure();
            });
  }

  /** A broken trace of another system holds nothing back: what cannot be passed on is left out. */
  private static void trace(ReceivedEvent event, OutboxTransaction transaction) {
    passOn(Optional.of(event.id()), transaction::causationId);
    passOn(attribute(event, ContextAttribute.CORRELATION_ID), transaction::correlationId);
    passOn(
        attribute(event, ContextAttribute.TRACEPARENT),
        parent -> {
          transaction.trace(parent);
          passOn(
              attribute(event, ContextAttribute.TRACESTATE),
              state -> transaction.trace(parent, state));
        });
  }

  private static void passOn(Optional<String> attribute, Consumer<String> to) {
    try {
      attribute.filter(text -> text.length() <= MAX_PASSED_ON).ifPresent(to);
    } catch (InvalidTransactionException leftOut) {
      LOG.log(
          System.Logger.Level.DEBUG, "not passed on to raised events: {0}", leftOut.getMessage());
    }
  }

  private static Optional<String> attribute(ReceivedEvent event, ContextAttribute attribute) {
    return event.attribute(attribute.cloudEventName());
  }
}
