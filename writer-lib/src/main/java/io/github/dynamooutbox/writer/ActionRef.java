package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.internal.plan.Action;
import java.io.Serializable;

/**
 * Identifies an action of a transaction. Immutable.
 *
 * @param index index in the transaction that was sent, from 0: first the caller's actions in their
 *     order, then those of the outbox; in a transaction that the caller sends itself, the index
 *     there
 * @param name name set by {@link TransactionBuilder#named}; empty if there is none
 * @param kind kind of action, for example {@code put} or {@code outbox record of Order#42}
 * @param table name of its table; empty for an action of the caller's own transaction that the
 *     outbox has not seen
 * @param key its item's key, for example {@code PK=ORDER#42, SK=ORDER}; empty if only DynamoDB
 *     knows which attributes are the key
 */
public record ActionRef(int index, String name, String kind, String table, String key)
    implements Serializable {

  static ActionRef of(Action action) {
    return of(action, action.index());
  }

  /**
   * @param place index of the action in the transaction that was sent
   */
  static ActionRef of(Action action, int place) {
    return new ActionRef(
        place,
        action.label().name(),
        action.label().kind().toString(),
        action.table(),
        action.key());
  }

  static ActionRef ofAnother(int index) {
    return new ActionRef(index, "", "an action that is not the outbox's", "", "");
  }

  /** Whether {@link TransactionBuilder#named} has set this name. */
  public boolean isNamed(String expected) {
    return name.equals(expected);
  }

  @Override
  public String toString() {
    return "action "
        + index
        + (name.isEmpty() ? "" : " \"" + name + '"')
        + " ("
        + kind
        + (table.isEmpty() ? "" : ", table " + table)
        + (key.isEmpty() ? "" : ", " + key)
        + ")";
  }
}
