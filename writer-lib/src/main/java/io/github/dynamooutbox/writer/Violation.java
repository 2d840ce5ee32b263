package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.HeaderName;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

/**
 * Which rule or limit a transaction breaks, with the numbers. Names events by id and type, items by
 * action and table; never contains the content of items, payloads or headers.
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
   * The transaction has more actions than DynamoDB allows.
   *
   * @param table the table of the outbox
   * @param actions the number of the caller's actions
   * @param records one for each aggregate with events
   * @param markers one if the transaction has an idempotency key
   * @param orderChecks one for each aggregate with a check of strict order
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
              + " %d for strict order add up to %d; DynamoDB allows %d; split it")
          .formatted(table, actions, records, markers, orderChecks, total(), limit);
    }
  }

  /**
   * Two actions are on the same item.
   *
   * @param action the later one
   * @param other the earlier one
   */
  record SameItem(String action, String other) implements Violation {
    @Override
    public String message() {
      return action + ": is on the same item as " + other + "; combine them into one action";
    }
  }

  /**
   * The events of one aggregate are too large together.
   *
   * @param events all events of the record, in order
   * @param bytes the record's size, as DynamoDB counts it
   * @param limit maximum size of a record: 390 KB
   */
  record RecordTooLarge(AggregateKey aggregate, List<EventSize> events, long bytes, long limit)
      implements Violation {
    public RecordTooLarge {
      events = List.copyOf(events);
    }

    /** The largest event. */
    public EventSize largest() {
      return events.stream().max(Comparator.comparingLong(EventSize::bytes)).orElseThrow();
    }

    @Override
    public String message() {
      return ("outbox record of %s: its %d events take %d bytes; the limit is %d; the largest is"
              + " %s; store large payloads elsewhere, and publish references to them")
          .formatted(aggregate, events.size(), bytes, limit, largest());
    }
  }

  /** The size of an event within its record, in bytes. */
  record EventSize(String id, String type, long bytes) implements Serializable {
    @Override
    public String toString() {
      return "event " + id + " of type " + type + " with " + bytes;
    }
  }

  /**
   * An item is larger than DynamoDB allows.
   *
   * @param limit DynamoDB's: 400 KB
   */
  record ItemTooLarge(String action, long bytes, long limit) implements Violation {
    @Override
    public String message() {
      return action + ": the item has " + bytes + " bytes; DynamoDB allows " + limit;
    }
  }

  /**
   * Items, keys, expressions and their values together are too large.
   *
   * @param table the table of the outbox
   * @param limit DynamoDB's: 4 MB
   */
  record TransactionTooLarge(String table, long bytes, long limit) implements Violation {
    @Override
    public String message() {
      return "transaction on table %s: has %d bytes; DynamoDB allows %d; split it"
          .formatted(table, bytes, limit);
    }
  }

  /** A key attribute is missing, empty, or not of the table's type. */
  record InvalidKey(String action, String attribute, String problem) implements Violation {
    @Override
    public String message() {
      return action + ": the key attribute " + attribute + " " + problem;
    }
  }

  /**
   * A key attribute is longer than DynamoDB allows.
   *
   * @param limit DynamoDB's: 2048 bytes for a partition key, 1024 for a sort key
   */
  record KeyTooLong(String action, String attribute, long bytes, long limit) implements Violation {
    @Override
    public String message() {
      return action
          + ": the key attribute %s has %d bytes; DynamoDB allows %d"
              .formatted(attribute, bytes, limit);
    }
  }

  /** A caller's item has a key that is reserved for the outbox. */
  record ReservedKey(String action, String prefix) implements Violation {
    @Override
    public String message() {
      return action + ": its key starts with " + prefix + ", which is reserved for the outbox";
    }
  }

  /**
   * An attribute value is null, or is an {@code AttributeValue} without a value.
   *
   * @param path the attribute, or placeholder of an expression, and the path within it, for example
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

  /** A payload could never be published, by any relay or to one of the outbox's targets. */
  record InvalidPayload(AggregateKey aggregate, String eventId, String eventType, String problem)
      implements Violation {
    @Override
    public String message() {
      return aggregate + ": event " + eventId + " of type " + eventType + ": " + problem;
    }
  }

  /** An action neither puts, updates, deletes nor checks. */
  record EmptyAction(int index) implements Violation {
    @Override
    public String message() {
      return "action " + index + ": does nothing";
    }
  }

  /** A text is not allowed by CloudEvents or the record format. */
  record InvalidText(String subject, String problem) implements Violation {
    @Override
    public String message() {
      return subject + " " + problem;
    }
  }

  /** A part of an event other than its texts is invalid. */
  record InvalidEvent(String eventType, String problem) implements Violation {
    @Override
    public String message() {
      return "event of type " + eventType + ": " + problem;
    }
  }

  /**
   * A header has a name that is not allowed.
   *
   * @param reserved true if the envelope itself uses the name, false if it is malformed
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
              : "names have 1 to " + HeaderName.MAX_LENGTH + " characters of a-z and 0-9");
    }
  }

  /** An aggregate has a negative version, or two versions in one transaction. */
  record InvalidVersion(AggregateKey aggregate, String problem) implements Violation {
    @Override
    public String message() {
      return aggregate + ": " + problem;
    }
  }

  /** Two events of the transaction have the same id. */
  record DuplicateEventId(AggregateKey aggregate, String eventId) implements Violation {
    @Override
    public String message() {
      return "outbox record of %s: the event id %s occurs twice; ids must be unique"
          .formatted(aggregate, eventId);
    }
  }
}
