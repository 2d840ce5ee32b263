package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.FailedDelivery;
import io.github.dynamooutbox.localaws.stub.FunctionDelivery;
import io.github.dynamooutbox.localaws.stub.QueueDelivery;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Delivers accepted messages to queues in the background, in order for each queue. */
public final class Deliveries implements AutoCloseable {
  private final Optional<QueueDelivery> delivery;
  private final Optional<FunctionDelivery> functions;
  private final Map<String, QueueWorker> workers = new ConcurrentHashMap<>();
  private final List<FailedDelivery> failed = new ArrayList<>();
  private long pending;

  public Deliveries(Optional<QueueDelivery> delivery, Optional<FunctionDelivery> functions) {
    this.delivery = delivery;
    this.functions = functions;
  }

  /** Whether messages can be delivered to queues. */
  public boolean possible() {
    return delivery.isPresent();
  }

  /** Queues a message for delivery; returns at once. */
  public void send(String queueArn, QueueMessage message) {
    send(0, queueArn, message);
  }

  /**
   * The same with one of several workers of a queue, which do not wait for each other.
   *
   * @param worker its number
   */
  public void send(int worker, String queueArn, QueueMessage message) {
    QueueDelivery port = port(queueArn);
    synchronized (this) {
      pending++;
    }
    workers
        .computeIfAbsent(queueArn + '#' + worker, any -> new QueueWorker(queueArn, port, this))
        .add(message);
  }

  private QueueDelivery port(String arn) {
    if (arn.contains(":function:")) {
      FunctionDelivery port =
          functions.orElseThrow(() -> new IllegalStateException("the stub has no functions"));
      return (functionArn, messages) -> {
        port.invoke(
            functionArn,
            messages.stream().map(QueueMessage::body).collect(Collectors.joining(",", "[", "]")));
        return List.of();
      };
    }
    return delivery.orElseThrow(() -> new IllegalStateException("the stub has no queue delivery"));
  }

  /** Records a message that cannot be delivered. */
  public synchronized void refuse(String queueArn, QueueMessage message, String reason) {
    failed.add(new FailedDelivery(queueArn, message, reason));
  }

  synchronized void finished(int messages) {
    pending -= messages;
    if (pending == 0) {
      notifyAll();
    }
  }

  /** Waits until every message is delivered or refused; false if the timeout elapses first. */
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

  /** Discards what is still in flight. */
  @Override
  public void close() {
    workers.values().forEach(QueueWorker::close);
  }

  /** One queue's messages and the thread that delivers them. */
  private static final class QueueWorker implements AutoCloseable {
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
      String reason = "the queue did not accept it";
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
}
