package io.github.dynamooutbox.testdynamodb.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Finds the jars of DynamoDB Local. */
public final class ServerClassPath {
  private static final String RESOURCE =
      "/io/github/dynamooutbox/testdynamodb/dynamodb-local.classpath";

  private ServerClassPath() {}

  /**
   * Returns the jars that the resource lists or, without one, the class path of the tests if it has
   * DynamoDB Local.
   *
   * @throws IllegalStateException if there is neither
   */
  public static String find() {
    try (InputStream named = ServerClassPath.class.getResourceAsStream(RESOURCE)) {
      return named == null
          ? ofTests()
          : new String(named.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + RESOURCE, e);
    }
  }

  private static String ofTests() {
    try {
      Class.forName(
          LoopbackDynamoDb.REQUEST_HANDLER, false, ServerClassPath.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "DynamoDB Local is not on the class path of the tests: add"
              + " com.amazonaws:DynamoDBLocal in test scope",
          e);
    }
    // Surefire may start with a single jar that only refers to the others.
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
