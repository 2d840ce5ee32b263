package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.QueueTableContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The queues in DynamoDB keep the contract. */
class QueueTableIT extends QueueTableContract {
  private static LocalControlTable table;

  @BeforeAll
  static void start() {
    table = new LocalControlTable();
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Override
  protected QueueTable table() {
    return table.of(AwsUnderTest.unique("stream")).queues();
  }
}
