package io.github.dynamooutbox.aws.bad;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts what becomes of a record into the words of the documentation, and keeps what is said of it.
 */
final class Witness implements RelayObserver {
  private final StreamPosition bad;
  private final Map<StreamPosition, String> fates = new ConcurrentHashMap<>();
  private final Map<StreamPosition, String> messages = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> sentAgain = new CompletableFuture<>();
  private int attempts;

  Witness(StreamPosition bad) {
    this.bad = bad;
  }

  /** Empty where nothing was heard of the record. */
  String fate(StreamPosition position) {
    return fates.getOrDefault(position, "");
  }

  String message(StreamPosition position) {
    return messages.getOrDefault(position, "");
  }

  /** Completes once the bad record has been sent again and again. */
  CompletableFuture<Void> sentAgain() {
    return sentAgain;
  }

  @Override
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published it) {
      fates.put(it.envelope().position(), "published");
    } else if (event instanceof RelayEvent.Retried it) {
      fates.put(it.envelope().position(), "sent again " + it.code());
      messages.put(it.envelope().position(), it.message());
      if (it.envelope().position().equals(bad) && ++attempts == 3) {
        sentAgain.complete(null);
      }
    } else if (event instanceof RelayEvent.Parked it) {
      parked(it.envelope().position(), it.cause());
    } else if (event instanceof RelayEvent.ParkedUnreadable it) {
      parked(it.record().place().position(), it.record().cause());
    } else if (event instanceof RelayEvent.Skipped it) {
      fates.put(bad, "skipped " + it.reason());
    } else if (event instanceof RelayEvent.Heartbeat it) {
      fates.put(it.heartbeat().position(), "counted");
    } else if (event instanceof RelayEvent.Halted it) {
      fates.put(it.position(), "halts " + it.reason());
      messages.put(it.position(), it.message());
    } else if (event instanceof RelayEvent.ControlFailed it) {
      sentAgain.completeExceptionally(
          new IllegalStateException(it.what() + ": " + it.code() + " " + it.message()));
    }
  }

  private void parked(StreamPosition position, ParkedEvent.Cause cause) {
    String reason = cause.reason().name();
    fates.put(
        position, "parked " + reason + (cause.code().equals(reason) ? "" : " " + cause.code()));
    messages.put(position, cause.message());
  }
}
