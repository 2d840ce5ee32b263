package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A consumer in this JVM behind a queue: it gets what the SQS target sends. */
final class ConsumerTarget implements Target<ConsumerTarget.Received> {
  private static final BatchLimits ONE_BY_ONE = new BatchLimits(1, 1 << 20, 1);

  private final String name;
  private final Consumer<ReceivedEvent> consumer;
  private final Executor calls;
  private final Consumer<Throwable> failed;
  private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

  /** An event as the consumer reads it. */
  record Received(ReceivedEvent event, int bytes) implements Entry {}

  ConsumerTarget(
      String name, Consumer<ReceivedEvent> consumer, Executor calls, Consumer<Throwable> failed) {
    this.name = name;
    this.consumer = consumer;
    this.calls = calls;
    this.failed = failed;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public BatchLimits limits() {
    return ONE_BY_ONE;
  }

  @Override
  public Prepared<Received> prepare(Envelope envelope) {
    try {
      TestMessage message = Delivered.sqs(SentRequest.toSqs("cloudevent", envelope));
      return new Prepared.Ready<>(
          new Received(
              Envelopes.sqs(message.body(), message.attributes()), message.body().length()));
    } catch (IllegalArgumentException e) {
      return new Prepared.Refused<>("REFUSED", String.valueOf(e.getMessage()));
    }
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Received> entries) {
    ReceivedEvent event = entries.get(0).event();
    return CompletableFuture.supplyAsync(() -> BatchOutcome.all(1, outcome(event)), calls);
  }

  /** What is thrown is thrown in a test: also an assertion's error. */
  private PublishOutcome outcome(ReceivedEvent event) {
    try {
      consumer.accept(event);
      return PublishOutcome.Published.INSTANCE;
    } catch (Throwable failure) {
      failed.accept(failure);
      String code = failure.getClass().getSimpleName();
      String message = "%s of %s".formatted(failure.getMessage(), event);
      boolean again = attempts.merge(event.id(), 1, Integer::sum) < TestRelay.ATTEMPTS;
      return again
          ? new PublishOutcome.Retry(code, message)
          : new PublishOutcome.Rejected(code, message);
    }
  }
}
