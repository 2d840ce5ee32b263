package io.github.dynamooutbox.writer;

/** Tables may be named by ARN, too; the actions of a transaction are of one account and region. */
final class TableName {
  private static final String ARN = "arn:";
  private static final String TABLE = ":table/";

  private TableName() {}

  /** The plain name of a table that is given by name or ARN. */
  static String of(String nameOrArn) {
    int table = nameOrArn.startsWith(ARN) ? nameOrArn.indexOf(TABLE) : -1;
    return table < 0 ? nameOrArn : nameOrArn.substring(table + TABLE.length());
  }
}
