package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A consumer that runs until it is killed, and prints a character for each step. Arguments:
 * DynamoDB's and SQS's endpoint, the table.
 */
final class ConsumerProcess {
  static final String NAME = "killed";

  static final char POLLS = '.';
  static final char BEGINS = '<';
  static final char ENDS = '>';

  /** After an empty poll, so that the queue's server has time for others. */
  private static final int PAUSE_MILLIS = 20;

  private ConsumerProcess() {}

  public static void main(String[] arguments) throws Exception {
    DynamoDbClient client =
        AwsUnderTest.configure(DynamoDbClient.builder(), URI.create(arguments[0])).build();
    Inbox inbox =
        Inbox.builder(client)
            .table(arguments[2])
            .consumer(NAME)
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT))
            .build();
    Effects effects = new Effects(client, arguments[2], NAME);
    BatchAdapter function =
        BatchAdapter.of(
                BatchSource.SQS,
                (event, left) -> {
                  print(BEGINS);
                  try {
                    return inbox.handle(event, effects, left);
                  } finally {
                    print(ENDS);
                  }
                })
            .build();
    try (MappedQueue queue =
        new MappedQueue(URI.create(arguments[1]), false, ConsumerKillIT.VISIBILITY_SECONDS)) {
      while (!Thread.currentThread().isInterrupted()) {
        print(POLLS);
        if (queue.poll(function).messages() == 0) {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
      }
    }
  }

  private static synchronized void print(char step) {
    System.out.print(step);
    System.out.flush();
  }
}
