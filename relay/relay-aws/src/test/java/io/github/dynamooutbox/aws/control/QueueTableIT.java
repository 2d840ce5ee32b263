package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.QueueTableContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The queues in DynamoDB keep the contract, though each read returns two items at most. */
class QueueTableIT extends QueueTableContract {
  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  @Override
  public QueueTable table() {
    return table.of(AwsUnderTest.unique("stream"), Interposed.inPages(table.client(), 2)).queues();
  }
}
