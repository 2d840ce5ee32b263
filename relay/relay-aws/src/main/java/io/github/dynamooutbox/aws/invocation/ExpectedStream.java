package io.github.dynamooutbox.aws.invocation;

import io.github.dynamooutbox.aws.targets.AwsPlace;

/**
 * The stream that a relay reads: that of the configured table, for a function in its own region and
 * account. Immutable.
 *
 * @param table the table's name
 */
public record ExpectedStream(String table) {
  /** DynamoDB Local's streams are in this region, whatever the client's is. */
  private static final String LOCAL = "ddblocal";

  /**
   * Refuses an event of another stream: its records would be published to targets that do not
   * expect them.
   *
   * @param source the stream's ARN; empty if the event does not name it, which is accepted
   * @param functionArn the ARN by which the function was invoked
   * @throws StreamEventException if the event is of another table, account or region
   */
  public void check(String source, String functionArn) {
    if (source.isEmpty()) {
      return;
    }
    if (!isOfTable(source)) {
      throw refused(source, "is not of the configured table \"" + table + '"');
    }
    if (!isArn(source) || !isArn(functionArn)) {
      return;
    }
    AwsPlace stream = AwsPlace.of(source);
    AwsPlace function = AwsPlace.of(functionArn);
    boolean isElsewhere =
        !stream.region().equals(function.region()) || !stream.account().equals(function.account());
    if (isElsewhere && !stream.region().equals(LOCAL)) {
      throw refused(
          source,
          "is not in the function's region %s and account %s"
              .formatted(function.region(), function.account()));
    }
  }

  /** Whether a stream is one of the table, in whichever region and account. */
  public boolean isOfTable(String streamArn) {
    return streamArn.contains(":table/" + table + "/stream/");
  }

  private static boolean isArn(String text) {
    return text.split(":", 6).length == 6;
  }

  private static StreamEventException refused(String source, String what) {
    return new StreamEventException(
        "the stream %s %s: correct the function's event source mapping, or table.name"
            .formatted(source, what));
  }
}
