package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** One request: passes the records to the producer and waits for all acknowledgements. */
final class ProduceRequest {
  private final String topic;
  private final Producer<byte[], byte[]> producer;
  private final ProducerLink link;

  ProduceRequest(String topic, Producer<byte[], byte[]> producer, ProducerLink link) {
    this.topic = topic;
    this.producer = producer;
    this.link = link;
  }

  BatchOutcome send(List<KafkaEntry> entries) throws InterruptedException {
    try {
      List<Future<RecordMetadata>> sent = handOver(entries);
      List<PublishOutcome> outcomes = new ArrayList<>(entries.size());
      boolean usable = true;
      for (Future<RecordMetadata> each : sent) {
        try {
          each.get();
          outcomes.add(Published.INSTANCE);
        } catch (ExecutionException e) {
          Throwable cause = e.getCause() == null ? e : e.getCause();
          outcomes.add(SendFailures.outcome(cause));
          usable &= SendFailures.leavesTheProducerUsable(cause);
        }
      }
      if (!usable) {
        link.abandon(producer);
      }
      return new BatchOutcome.PerEntry(outcomes);
    } catch (InterruptException e) {
      // InterruptException sets the interrupt flag, with which a producer must not be closed.
      Thread.interrupted();
      link.abandon(producer);
      throw new InterruptedException("cancelled");
    } catch (InterruptedException e) {
      link.abandon(producer);
      throw e;
    }
  }

  /** After a timeout the remaining records fail with it: each would only wait again. */
  private List<Future<RecordMetadata>> handOver(List<KafkaEntry> entries)
      throws InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>(entries.size());
    for (KafkaEntry entry : entries) {
      Future<RecordMetadata> future = handOver(entry);
      sent.add(future);
      if (timedOut(future)) {
        while (sent.size() < entries.size()) {
          sent.add(future);
        }
        return sent;
      }
    }
    return sent;
  }

  private Future<RecordMetadata> handOver(KafkaEntry entry) {
    try {
      return producer.send(entry.record(topic));
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException | IllegalStateException e) {
      // The producer has failed for good, or is closed.
      return CompletableFuture.failedFuture(e);
    }
  }

  private static boolean timedOut(Future<RecordMetadata> future) throws InterruptedException {
    if (!future.isDone()) {
      return false;
    }
    try {
      future.get();
      return false;
    } catch (ExecutionException e) {
      return e.getCause() instanceof TimeoutException;
    }
  }
}
