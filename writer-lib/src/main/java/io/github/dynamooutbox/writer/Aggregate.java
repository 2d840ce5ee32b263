package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Heartbeats;
import java.util.OptionalLong;

/**
 * The aggregate that events are about, and where they stand in its history.
 *
 * @param key type and id
 * @param sequence the aggregate's version after the transaction, where it is versioned
 */
public record Aggregate(AggregateKey key, OptionalLong sequence) {
  public Aggregate {
    if (sequence.isPresent() && sequence.getAsLong() < 0) {
      throw new InvalidTransactionException(
          new Violation.InvalidVersion(
              key, "the version " + sequence.getAsLong() + " is negative"));
    }
  }

  /**
   * An aggregate without a version.
   *
   * @param type not empty, no {@code #}, not the one that is reserved for heartbeats
   * @param id not empty
   * @throws InvalidTransactionException if one of them breaks its rule
   */
  public static Aggregate of(String type, String id) {
    Checks.text("the type of an aggregate", type);
    Checks.text("the id of an aggregate of type " + type, id);
    if (type.indexOf('#') >= 0) {
      throw new InvalidTransactionException(
          new Violation.InvalidText("aggregate type \"" + type + "\":", "contains '#'"));
    }
    if (type.equals(Heartbeats.AGGREGATE_TYPE)) {
      throw new InvalidTransactionException(
          new Violation.InvalidText(
              "aggregate type \"" + type + "\":",
              "is reserved: the relay counts such events only"));
    }
    return new Aggregate(new AggregateKey(type, id), OptionalLong.empty());
  }

  /**
   * The aggregate of heartbeats. A relay counts their events, and publishes them only by a rule
   * that names their aggregate type.
   *
   * @param id whose heart it is, for example the table's name; not empty
   * @throws InvalidTransactionException if it is empty
   */
  public static Aggregate heartbeat(String id) {
    Checks.text("the id of a heartbeat", id);
    return new Aggregate(new AggregateKey(Heartbeats.AGGREGATE_TYPE, id), OptionalLong.empty());
  }

  /**
   * The same aggregate, whose version after the transaction is this one. Every position can be
   * committed only once while its record lives; a second commit fails with {@link
   * PositionTakenException}.
   *
   * @param version 0 or more, one higher from commit to commit
   */
  public Aggregate at(long version) {
    return new Aggregate(key, OptionalLong.of(version));
  }
}
