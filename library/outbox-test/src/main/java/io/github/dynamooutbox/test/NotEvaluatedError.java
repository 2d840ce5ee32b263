package io.github.dynamooutbox.test;

/**
 * A test asks the in-memory DynamoDB for something that it does not do as DynamoDB does: an
 * expression other than {@code attribute_exists} or {@code attribute_not_exists} of one name, a
 * table whose keys it does not know, or another operation. The test would prove nothing, so it
 * fails, whatever the code under test makes of exceptions. Thread-safe.
 */
public final class NotEvaluatedError extends AssertionError {
  private static final long serialVersionUID = 1;

  NotEvaluatedError(String what) {
    super(
        "the in-memory DynamoDB of outbox-test does not evaluate "
            + what
            + "; run this test on DynamoDB Local, which the extension of outbox-test-dynamodb starts"
            + " once for all tests: InMemoryOutbox.on(client, table, source) then still lists what"
            + " was committed");
  }
}
