package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.FailedDelivery;
import io.github.dynamooutbox.localaws.stub.QueueDelivery;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Hands accepted messages to queues in the background, in order for each queue. */
public final class Deliveries implements AutoCloseable {
  private final Optional<QueueDelivery> delivery;
  private final Map<String, QueueWorker> workers = new ConcurrentHashMap<>();
  private final List<FailedDelivery> failed = new ArrayList<>();
  private long pending;

  public Deliveries(Optional<QueueDelivery> delivery) {
    this.delivery = delivery;
  }

  /** Whether there is any way to a queue. */
  public boolean possible() {
    return delivery.isPresent();
  }

  /** Takes a message for a queue; returns at once. */
  public void send(String queueArn, QueueMessage message) {
    QueueDelivery port =
        delivery.orElseThrow(() -> new IllegalStateException("the stub has no queue delivery"));
    synchronized (this) {
      pending++;
    }
    workers.computeIfAbsent(queueArn, arn -> new QueueWorker(arn, port, this)).add(message);
  }

  /** Enters a message that no queue will get. */
  public synchronized void refuse(String queueArn, QueueMessage message, String reason) {
    failed.add(new FailedDelivery(queueArn, message, reason));
  }

  synchronized void finished(int messages) {
    pending -= messages;
    if (pending == 0) {
      notifyAll();
    }
  }

  /** Waits until nothing is on its way any more; false if that takes longer. */
  public synchronized boolean awaitIdle(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (pending > 0) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  public synchronized List<FailedDelivery> failed() {
    return List.copyOf(failed);
  }

  /** Gives up what is still on its way. */
  @Override
  public void close() {
    workers.values().forEach(QueueWorker::close);
  }
}
