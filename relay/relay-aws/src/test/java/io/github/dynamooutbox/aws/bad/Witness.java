package io.github.dynamooutbox.aws.bad;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
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
  public void published(String target, Envelope envelope, Duration age) {
    fates.put(envelope.position(), "published");
  }

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    fates.put(envelope.position(), "sent again " + code);
    messages.put(envelope.position(), message);
    if (envelope.position().equals(bad) && ++attempts == 3) {
      sentAgain.complete(null);
    }
  }

  @Override
  public void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    parked(envelope.position(), cause);
  }

  @Override
  public void parkedUnreadable(ParkedEvent record) {
    parked(record.place().position(), record.cause());
  }

  private void parked(StreamPosition position, ParkedEvent.Cause cause) {
    String reason = cause.reason().name();
    fates.put(
        position, "parked " + reason + (cause.code().equals(reason) ? "" : " " + cause.code()));
    messages.put(position, cause.message());
  }

  @Override
  public void skipped(SkipReason reason) {
    fates.put(bad, "skipped " + reason);
  }

  @Override
  public void heartbeat(Envelope heartbeat, Duration age) {
    fates.put(heartbeat.position(), "counted");
  }

  @Override
  public void controlFailed(String what, String code, String message) {
    sentAgain.completeExceptionally(new IllegalStateException(what + ": " + code + " " + message));
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    fates.put(position, "halts " + reason);
    messages.put(position, message);
  }
}
