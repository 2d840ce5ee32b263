package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/**
 * Verifies that a bus exists. {@code PutEvents} accepts events for a bus that does not exist and
 * loses them without an error, so the bus is described before the first request and then every
 * minute. Concurrent requests share one call.
 *
 * <p>The deletion of a bus is noticed within a minute; events sent to it until then count as
 * published and are lost.
 */
final class BusCheck {
  private static final Duration VALID = Duration.ofMinutes(1);

  private final String bus;
  private final EventBridgeClient client;
  private final InstantSource clock;

  // Guarded by this.
  private @Nullable Instant verifiedAt;
  private @Nullable CompletableFuture<Optional<Retry>> running;

  BusCheck(String bus, EventBridgeClient client, InstantSource clock) {
    this.bus = bus;
    this.client = client;
    this.clock = clock;
  }

  /** Empty if the bus exists, otherwise the reason why nothing may be sent now. */
  Optional<Retry> verify() throws InterruptedException {
    CompletableFuture<Optional<Retry>> shared;
    synchronized (this) {
      if (fresh()) {
        return Optional.empty();
      }
      shared = running;
      if (shared == null) {
        running = new CompletableFuture<>();
      }
    }
    return shared == null ? describe() : await(shared);
  }

  private boolean fresh() {
    if (verifiedAt == null) {
      return false;
    }
    Duration age = Duration.between(verifiedAt, clock.instant());
    return !age.isNegative() && age.compareTo(VALID) < 0;
  }

  private Optional<Retry> describe() {
    Instant asked = clock.instant();
    Optional<Retry> outcome =
        Optional.of(new Retry("BusNotVerified", "the check did not complete"));
    try {
      client.describeEventBus(request -> request.name(bus));
      outcome = Optional.empty();
    } catch (SdkException e) {
      Retry retry = RequestErrors.retry(e);
      outcome =
          Optional.of(
              new Retry(
                  retry.code(), "bus %s is not verified: %s".formatted(bus, retry.message())));
    } finally {
      finish(asked, outcome);
    }
    return outcome;
  }

  private void finish(Instant asked, Optional<Retry> outcome) {
    CompletableFuture<Optional<Retry>> waiting;
    synchronized (this) {
      waiting = running;
      running = null;
      if (outcome.isEmpty()) {
        verifiedAt = asked;
      }
    }
    if (waiting != null) {
      waiting.complete(outcome);
    }
  }

  private static Optional<Retry> await(CompletableFuture<Optional<Retry>> shared)
      throws InterruptedException {
    try {
      return shared.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the check is only ever completed with an outcome", e);
    }
  }
}
