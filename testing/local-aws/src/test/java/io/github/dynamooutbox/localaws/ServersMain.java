package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.function.TestHandler;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import java.nio.file.Path;
import java.time.Duration;

/** Starts each kind of server that is a process, prints their ids, and waits to be killed. */
final class ServersMain {
  static final int SERVERS = 3;

  private ServersMain() {}

  public static void main(String[] arguments) throws Exception {
    Path testClasses =
        Path.of(TestHandler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String handler = TestHandler.class.getName();
    try (DynamoDbLocal dynamoDb = DynamoDbLocal.start();
        LambdaProcess function = LambdaProcess.builder(handler, testClasses).build();
        LambdaProcess substitute =
            LambdaProcess.builder(handler, testClasses).substituteRuntime().build()) {
      function.warmUp();
      substitute.warmUp();
      System.out.println(dynamoDb.pid());
      System.out.println(function.pid().orElseThrow());
      System.out.println(substitute.pid().orElseThrow());
      // A limit, so that a test that is stopped at the wrong moment leaves nothing behind either.
      Thread.sleep(Duration.ofMinutes(2).toMillis());
    }
  }
}
