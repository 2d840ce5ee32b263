package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;

/**
 * Checks names of aggregates given as options. What is parked may have any name: that of a record
 * that cannot be read is what follows the prefix in its partition key.
 */
public final class Aggregates {
  private Aggregates() {}

  /**
   * Checks a name.
   *
   * @throws OperatorException unless it is a type and an id
   */
  public static void check(String option, String aggregate) {
    int end = aggregate.indexOf('#');
    if (end < 1 || end == aggregate.length() - 1) {
      throw new OperatorException(
          Kind.INPUT,
          "%s \"%s\": must be a type and an id with a # between them, as in Order#42"
              .formatted(option, aggregate));
    }
  }
}
