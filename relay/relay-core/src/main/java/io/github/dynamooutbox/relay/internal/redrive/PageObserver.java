package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.Duration;

/** Forwards what a redrive does to events, except that they are parked, which is not news. */
final class PageObserver implements RelayObserver {
  private final RelayObserver observer;
  private int published;

  PageObserver(RelayObserver observer) {
    this.observer = observer;
  }

  /** Events that were accepted so far. */
  int published() {
    return published;
  }

  @Override
  public void published(String target, Envelope envelope, Duration age) {
    published++;
    observer.published(target, envelope, age);
  }

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    observer.retried(target, envelope, code, message);
  }

  @Override
  public void rejected(String target, Envelope envelope, String code, String message) {
    observer.rejected(target, envelope, code, message);
  }

  @Override
  public void batchSent(String target, int entries, long bytes) {
    observer.batchSent(target, entries, bytes);
  }

  @Override
  public void answered(String target, Duration took) {
    observer.answered(target, took);
  }

  @Override
  public void controlFailed(String what, String code, String message) {
    observer.controlFailed(what, code, message);
  }
}
