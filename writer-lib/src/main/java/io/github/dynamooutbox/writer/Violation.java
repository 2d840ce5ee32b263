package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.HeaderName;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

/**
 * Which rule or limit a transaction breaks, with the numbers. Names events by id and type, items by
 * action and table; never holds what items, payloads or headers say.
 */
public sealed interface Violation extends Serializable {

  /** The violation in words, and what to do about it. */
  String message();

  /**
   * A transaction, or an aggregate in it, raises no events.
   *
   * @param subject the transaction or the aggregate
   */
  record NoEvents(String subject) implements Violation {
    @Override
    public String message() {
      return subject + ": raises no events; add some with events(...)";
    }
  }

  /**
   * More actions than DynamoDB takes in one transaction.
   *
   * @param table the table of the outbox
   * @param actions the caller's
   * @param records one for each aggregate with events
   * @param markers one if the transaction has an idempotency key
   * @param orderChecks one for each aggregate whose strict order is kept
   * @param limit DynamoDB's: 100
   */
  record TooManyActions(
      String table, int actions, int records, int markers, int orderChecks, int limit)
      implements Violation {
    public int total() {
      return actions + records + markers + orderChecks;
    }

    @Override
    public String message() {
      return ("transaction on table %s: %d actions, %d outbox records, %d for idempotency keys and"
              + " %d for strict order are %d; DynamoDB takes %d; split it")
          .formatted(table, actions, records, markers, orderChecks, total(), limit);
    }
  }

  /**
   * Two actions on one item.
   *
   * @param action the later one
   * @param other the earlier one
   */
  record SameItem(String action, String other) implements Violation {
    @Override
    public String message() {
      return action + ": is on the same item as " + other + "; make one action of them";
    }
  }

  /**
   * The events of one aggregate are too large together.
   *
   * @param events all of them, in order
   * @param bytes the record's size, as DynamoDB counts it
   * @param limit the greatest size of a record: 390 KB
   */
  record RecordTooLarge(AggregateKey aggregate, List<EventSize> events, long bytes, long limit)
      implements Violation {
    public RecordTooLarge {
      events = List.copyOf(events);
    }

    /** The event that takes the most. */
    public EventSize largest() {
      return events.stream().max(Comparator.comparingLong(EventSize::bytes)).orElseThrow();
    }

    @Override
    public String message() {
      return ("outbox record of %s: its %d events make %d bytes; a record takes %d; the largest is"
              + " %s; keep large payloads elsewhere, and publish where they are")
          .formatted(aggregate, events.size(), bytes, limit, largest());
    }
  }

  /** What an event takes of its record, in bytes. */
  record EventSize(String id, String type, long bytes) implements Serializable {
    @Override
    public String toString() {
      return "event " + id + " of type " + type + " with " + bytes;
    }
  }

  /**
   * An item that DynamoDB cannot store.
   *
   * @param limit DynamoDB's: 400 KB
   */
  record ItemTooLarge(String action, long bytes, long limit) implements Violation {
    @Override
    public String message() {
      return action + ": the item has " + bytes + " bytes; DynamoDB takes " + limit;
    }
  }

  /**
   * Items, keys, expressions and their values are too large together.
   *
   * @param table the table of the outbox
   * @param limit DynamoDB's: 4 MB
   */
  record TransactionTooLarge(String table, long bytes, long limit) implements Violation {
    @Override
    public String message() {
      return "transaction on table %s: has %d bytes; DynamoDB takes %d; split it"
          .formatted(table, bytes, limit);
    }
  }

  /** A key attribute that is missing, empty or not of the table's type. */
  record InvalidKey(String action, String attribute, String problem) implements Violation {
    @Override
    public String message() {
      return action + ": the key attribute " + attribute + " " + problem;
    }
  }

  /**
   * A key attribute that is longer than DynamoDB takes.
   *
   * @param limit DynamoDB's: 2048 bytes for a partition key, 1024 for a sort key
   */
  record KeyTooLong(String action, String attribute, long bytes, long limit) implements Violation {
    @Override
    public String message() {
      return action
          + ": the key attribute %s has %d bytes; DynamoDB takes %d"
              .formatted(attribute, bytes, limit);
    }
  }

  /** A caller's item in the part of the table that is the outbox's. */
  record ReservedKey(String action, String prefix) implements Violation {
    @Override
    public String message() {
      return action
          + ": its key starts with "
          + prefix
          + ", which is the outbox's; only the outbox itself writes there";
    }
  }

  /**
   * An attribute value that is null, or that the SDK was given without a value.
   *
   * @param path the attribute, or placeholder of an expression, and the way into it, for example
   *     {@code lines[2].price}
   */
  record UntypedValue(String action, String path) implements Violation {
    @Override
    public String message() {
      return action
          + ": the attribute "
          + path
          + " has no value; give it one, DynamoDB's NULL for example, or leave it out";
    }
  }

  /** A payload that no relay, or not every one of the outbox's targets, could ever publish. */
  record InvalidPayload(AggregateKey aggregate, String eventId, String eventType, String problem)
      implements Violation {
    @Override
    public String message() {
      return aggregate + ": event " + eventId + " of type " + eventType + ": " + problem;
    }
  }

  /** An action that neither puts, updates, deletes nor checks. */
  record EmptyAction(int index) implements Violation {
    @Override
    public String message() {
      return "action " + index + ": does nothing";
    }
  }

  /** A text that CloudEvents or the format of records refuses. */
  record InvalidText(String subject, String problem) implements Violation {
    @Override
    public String message() {
      return subject + " " + problem;
    }
  }

  /** A part of an event, other than its texts, that cannot be as it was given. */
  record InvalidEvent(String eventType, String problem) implements Violation {
    @Override
    public String message() {
      return "event of type " + eventType + ": " + problem;
    }
  }

  /**
   * A name that no header can have.
   *
   * @param reserved whether the envelope uses the name itself; else it is malformed
   */
  record InvalidHeaderName(String eventType, String name, boolean reserved) implements Violation {
    @Override
    public String message() {
      return "event of type "
          + eventType
          + ": header \""
          + name
          + "\": "
          + (reserved
              ? "the envelope uses this name"
              : "names have 1 to " + HeaderName.MAX_LENGTH + " of a-z and 0-9");
    }
  }

  /** A version that an aggregate cannot have, or two versions in one transaction. */
  record InvalidVersion(AggregateKey aggregate, String problem) implements Violation {
    @Override
    public String message() {
      return aggregate + ": " + problem;
    }
  }

  /** Two events of the transaction have one id. */
  record DuplicateEventId(AggregateKey aggregate, String eventId) implements Violation {
    @Override
    public String message() {
      return "outbox record of %s: the event id %s is there twice; ids are unique"
          .formatted(aggregate, eventId);
    }
  }
}
