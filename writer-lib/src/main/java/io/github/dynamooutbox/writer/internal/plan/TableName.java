package io.github.dynamooutbox.writer.internal.plan;

/**
 * Compares tables by their plain name: actions may name a table by its ARN, but all actions of a
 * transaction are in one account and region.
 */
public final class TableName {
  private static final String ARN = "arn:";
  private static final String TABLE = ":table/";

  private TableName() {}

  /** The plain name of a table, from its name or ARN. */
  public static String of(String nameOrArn) {
    int table = nameOrArn.startsWith(ARN) ? nameOrArn.indexOf(TABLE) : -1;
    return table < 0 ? nameOrArn : nameOrArn.substring(table + TABLE.length());
  }
}
