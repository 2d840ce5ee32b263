package io.github.dynamooutbox.cli.it;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An outbox for each test, and a bucket with what Lambda has abandoned of it. */
abstract class AbandonedCase {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  static AbandonedBatches lambda;

  final TestOutbox outbox = system.outbox().withTable();
  final String bucket = lambda.bucket();
  final ChangedOrders orders = new ChangedOrders(outbox);

  @BeforeAll
  static void start() {
    lambda = new AbandonedBatches();
  }

  @AfterAll
  static void stop() {
    lambda.close();
  }
}
