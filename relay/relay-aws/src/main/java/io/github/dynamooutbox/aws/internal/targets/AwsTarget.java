package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.OwnLimit;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What all AWS targets share: the call runs on an executor, a failed request becomes an outcome,
 * and an entry over the service's limit is refused before it is sent.
 *
 * @param <R> the service's type of an entry
 */
abstract class AwsTarget<R> implements OpenTarget<AwsEntry<R>> {
  private final String name;
  private final Sending sending;
  private final Executor executor;
  private volatile boolean closed;

  AwsTarget(String name, Sending sending, Executor executor) {
    this.name = name;
    this.sending = sending;
    this.executor = executor;
  }

  abstract AwsEntry<R> render(Envelope envelope) throws RefusedEvent;

  /**
   * Sends one request and blocks until the response arrives.
   *
   * @throws SdkException if there was no response, or the request was refused as a whole
   * @throws InterruptedException if the call was cancelled
   */
  abstract BatchOutcome send(List<R> entries) throws InterruptedException;

  final Sending sending() {
    return sending;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean ordered() {
    return sending.ordered();
  }

  @Override
  public final BatchLimits limits() {
    return sending.limits();
  }

  @Override
  public final Prepared<AwsEntry<R>> prepare(Envelope envelope) {
    Optional<Prepared<AwsEntry<R>>> refused = sending.beyondLimits(name, envelope.event());
    if (refused.isPresent()) {
      return refused.get();
    }
    try {
      AwsEntry<R> entry = render(envelope);
      long max = sending.maxEntryBytes();
      return entry.bytes() > max
          ? new Prepared.Refused<>(Sending.TOO_LARGE, tooLarge(entry.bytes(), max))
          : new Prepared.Ready<>(entry);
    } catch (RefusedEvent e) {
      return new Prepared.Refused<>(e.code(), e.reason());
    }
  }

  @Override
  public final CompletableFuture<BatchOutcome> publish(List<AwsEntry<R>> entries) {
    if (closed) {
      return CompletableFuture.completedFuture(
          BatchOutcome.all(
              entries.size(),
              new PublishOutcome.Retry("TargetClosed", "target %s is closed".formatted(name))));
    }
    List<AwsEntry<R>> batch = List.copyOf(entries);
    return BlockingCall.start(() -> attempt(batch), executor);
  }

  /** The clients are the host's. */
  @Override
  public final void close() {
    closed = true;
  }

  /** The limit that the topic, queue or stream itself has, if there is such a setting. */
  Optional<OwnLimit> ownLimit() {
    return Optional.empty();
  }

  private BatchOutcome attempt(List<AwsEntry<R>> entries) throws InterruptedException {
    try {
      Optional<OwnLimit> own = ownLimit();
      Optional<BatchOutcome> refusal =
          own.isPresent() ? own.get().refusal(entries) : Optional.empty();
      return refusal.isPresent()
          ? refusal.get()
          : send(entries.stream().map(AwsEntry::request).toList());
    } catch (SdkException e) {
      return RequestErrors.outcome(e, entries.size());
    }
  }

  private String tooLarge(long bytes, long allowed) {
    return "%d bytes as target %s counts them, %d allowed".formatted(bytes, name, allowed);
  }
}
