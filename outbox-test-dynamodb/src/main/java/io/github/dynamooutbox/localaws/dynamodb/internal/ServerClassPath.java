package io.github.dynamooutbox.localaws.dynamodb.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Where the jars of DynamoDB Local are. */
public final class ServerClassPath {
  private static final String RESOURCE =
      "/io/github/dynamooutbox/localaws/dynamodb-local.classpath";

  private ServerClassPath() {}

  /**
   * The jars that a resource names, else the class path of the tests, if it has DynamoDB Local.
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
    // Surefire may put a jar in front that only names the others.
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
