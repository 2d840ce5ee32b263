package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Heartbeats;
import java.util.Objects;
import java.util.OptionalLong;

/** The aggregate that events are about, and its version after the transaction. Immutable. */
public final class Aggregate {
  private final AggregateKey key;
  private final OptionalLong version;

  private Aggregate(AggregateKey key, OptionalLong version) {
    this.key = key;
    this.version = version;
  }

  /**
   * Creates an aggregate without a version.
   *
   * @param type not empty, no {@code #}, not the type reserved for heartbeats
   * @param id not empty
   * @throws InvalidTransactionException if type or id is invalid
   */
  public static Aggregate of(String type, String id) {
    Checks.text("the type of an aggregate", type);
    Checks.text("the id of an aggregate of type ", type, id);
    if (type.indexOf('#') >= 0) {
      throw new InvalidTransactionException(
          new Violation.InvalidText("aggregate type \"" + type + "\":", "contains '#'"));
    }
    if (type.equals(Heartbeats.AGGREGATE_TYPE)) {
      throw new InvalidTransactionException(
          new Violation.InvalidText(
              "aggregate type \"" + type + "\":",
              "is reserved: the relay only counts such events"));
    }
    return new Aggregate(new AggregateKey(type, id), OptionalLong.empty());
  }

  /**
   * The aggregate of heartbeats. A relay counts their events, and publishes them only if a rule
   * names their aggregate type.
   *
   * @param id sender of the heartbeats, for example the table's name; not empty
   * @throws InvalidTransactionException if it is empty
   */
  public static Aggregate heartbeat(String id) {
    Checks.text("the id of a heartbeat", id);
    return new Aggregate(new AggregateKey(Heartbeats.AGGREGATE_TYPE, id), OptionalLong.empty());
  }

  /**
   * Returns the aggregate with this version, its version after the transaction. While the record of
   * a version is in the table ({@link OutboxBuilder#retention}), a second commit of that version
   * fails with {@link VersionTakenException}. After that, only your own condition on the version in
   * your item prevents it. Events carry the version as {@code sequence}.
   *
   * @param version 0 or more, one higher with each commit
   * @throws InvalidTransactionException if it is negative
   */
  public Aggregate at(long version) {
    if (version < 0) {
      throw new InvalidTransactionException(
          new Violation.InvalidVersion(key, "the version " + version + " is negative"));
    }
    return new Aggregate(key, OptionalLong.of(version));
  }

  /** Type and id. */
  public AggregateKey key() {
    return key;
  }

  /** The aggregate's version after the transaction, if it has one. */
  public OptionalLong version() {
    return version;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Aggregate that
            && key.equals(that.key)
            && version.equals(that.version));
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, version);
  }

  @Override
  public String toString() {
    return version.isPresent() ? key + " at version " + version.getAsLong() : key.toString();
  }
}
