package io.github.dynamooutbox.localaws.stub.internal.bus;

import io.github.dynamooutbox.localaws.stub.QueueMessage;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import java.util.Map;
import java.util.Optional;

/**
 * Hands events to a queue or a function. A FIFO subscriber delivers in order; another one uses four
 * workers, which overtake each other.
 */
record Subscriber(String targetArn, boolean fifo, boolean withMetadata, Deliveries deliveries) {
  private static final int WORKERS = 4;

  void deliver(RetainedEvent event) {
    boolean fifoQueue = Account.isFifo(targetArn);
    QueueMessage message =
        new QueueMessage(
            withMetadata ? event.withMetadata() : event.raw(),
            Map.of(),
            fifoQueue ? Optional.of(event.groupId().orElse("none")) : Optional.empty(),
            Optional.of(event.id()).filter(any -> fifoQueue));
    int worker = fifo ? 0 : (int) (event.sequence() % WORKERS);
    deliveries.send(worker, targetArn, message);
  }
}
