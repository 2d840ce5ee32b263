package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.QueueDelivery;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** One queue's messages and the thread that delivers them. */
final class QueueWorker implements AutoCloseable {
  private static final int BATCH = 10;
  private static final int ATTEMPTS = 5;
  private static final long FIRST_PAUSE_MILLIS = 100;

  private final String queueArn;
  private final QueueDelivery delivery;
  private final Deliveries deliveries;
  private final BlockingQueue<QueueMessage> waiting = new LinkedBlockingQueue<>();
  private final Thread thread;

  QueueWorker(String queueArn, QueueDelivery delivery, Deliveries deliveries) {
    this.queueArn = queueArn;
    this.delivery = delivery;
    this.deliveries = deliveries;
    this.thread = new Thread(this::run, "aws-stub-to-" + Account.nameOf(queueArn));
    thread.setDaemon(true);
    thread.start();
  }

  void add(QueueMessage message) {
    waiting.add(message);
  }

  private void run() {
    try {
      while (true) {
        List<QueueMessage> batch = new ArrayList<>();
        batch.add(waiting.take());
        waiting.drainTo(batch, BATCH - 1);
        deliver(batch);
        deliveries.finished(batch.size());
      }
    } catch (InterruptedException e) {
      // The stub was closed; this thread has nothing else to do.
      Thread.currentThread().interrupt();
    }
  }

  private void deliver(List<QueueMessage> batch) throws InterruptedException {
    List<QueueMessage> left = batch;
    String reason = "the queue did not take it";
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        left = delivery.deliver(queueArn, left);
      } catch (RuntimeException e) {
        reason = e.getClass().getSimpleName();
      }
      if (left.isEmpty()) {
        return;
      }
      if (attempt < ATTEMPTS) {
        pause(attempt);
      }
    }
    for (QueueMessage message : left) {
      deliveries.refuse(queueArn, message, reason + " after " + ATTEMPTS + " attempts");
    }
  }

  private static void pause(int attempt) throws InterruptedException {
    long most = FIRST_PAUSE_MILLIS << attempt;
    TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(most + 1));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
