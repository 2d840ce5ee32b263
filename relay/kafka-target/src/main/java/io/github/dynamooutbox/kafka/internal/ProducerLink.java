package io.github.dynamooutbox.kafka.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * The producer in use. It is created when it is first needed. It is replaced when it can no longer
 * be used, and when a request is cancelled, because a producer would still send what it has
 * buffered. Thread-safe.
 */
final class ProducerLink implements AutoCloseable {
  private final Supplier<Producer<byte[], byte[]>> factory;
  private final ReentrantLock making = new ReentrantLock();

  // Guarded by this.
  private @Nullable Producer<byte[], byte[]> current;
  private boolean closed;

  /**
   * @param factory may throw a {@code KafkaException}
   */
  ProducerLink(Supplier<Producer<byte[], byte[]>> factory) {
    this.factory = factory;
  }

  /** Returns the producer; empty once this is closed. */
  Optional<Producer<byte[], byte[]>> producer() throws InterruptedException {
    making.lockInterruptibly();
    try {
      Producer<byte[], byte[]> existing = existing();
      return existing != null || isClosed() ? Optional.ofNullable(existing) : keep(factory.get());
    } finally {
      making.unlock();
    }
  }

  /** Closes a producer immediately. Its requests fail, and it sends nothing more. */
  void abandon(Producer<byte[], byte[]> producer) {
    synchronized (this) {
      if (current == producer) {
        current = null;
      }
    }
    producer.close(Duration.ZERO);
  }

  /** Closes the producer without waiting for its requests. Idempotent. */
  @Override
  public void close() {
    Producer<byte[], byte[]> last;
    synchronized (this) {
      closed = true;
      last = current;
    }
    if (last != null) {
      abandon(last);
    }
  }

  private synchronized @Nullable Producer<byte[], byte[]> existing() {
    return current;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private Optional<Producer<byte[], byte[]>> keep(Producer<byte[], byte[]> made) {
    synchronized (this) {
      if (!closed) {
        current = made;
        return Optional.of(made);
      }
    }
    made.close(Duration.ZERO);
    return Optional.empty();
  }
}
