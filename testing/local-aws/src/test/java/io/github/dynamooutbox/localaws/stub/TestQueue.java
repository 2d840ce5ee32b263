package io.github.dynamooutbox.localaws.stub;

import io.github.dynamooutbox.localaws.readback.ReaderQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** A queue that SNS and EventBridge may send to, read by a test. */
final class TestQueue {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ReaderQueue queue;

  private TestQueue(ReaderQueue queue, Cleanup cleanup) {
    this.queue = queue;
    cleanup.later(queue::delete);
  }

  static TestQueue standard(SqsClient sqs, Cleanup cleanup) {
    return new TestQueue(ReaderQueue.create(sqs, ContractServices.unique("queue")), cleanup);
  }

  static TestQueue fifo(SqsClient sqs, Cleanup cleanup) {
    return new TestQueue(
        ReaderQueue.create(sqs, ContractServices.unique("queue") + ".fifo"), cleanup);
  }

  String arn() {
    return queue.arn();
  }

  /** Reads and deletes so many messages, or as many as come while there is patience. */
  List<Message> receive(int count) {
    List<Message> received = new ArrayList<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (received.size() < count && System.nanoTime() < deadline) {
      received.addAll(poll(1));
    }
    return received;
  }

  /** The messages that arrive within this many seconds, up to 10. */
  List<Message> poll(int seconds) {
    return queue.receive(seconds);
  }
}
