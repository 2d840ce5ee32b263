package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;

/** Passes every call on to two observers, one after the other. */
public record Observers(RelayObserver first, RelayObserver second) implements RelayObserver {
  @Override
  public void published(String target, Envelope envelope, Duration age) {
    first.published(target, envelope, age);
    second.published(target, envelope, age);
  }

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    first.retried(target, envelope, code, message);
    second.retried(target, envelope, code, message);
  }

  @Override
  public void rejected(String target, Envelope envelope, String code, String message) {
    first.rejected(target, envelope, code, message);
    second.rejected(target, envelope, code, message);
  }

  @Override
  public void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    first.parked(target, envelope, cause);
    second.parked(target, envelope, cause);
  }

  @Override
  public void skipped(SkipReason reason) {
    first.skipped(reason);
    second.skipped(reason);
  }

  @Override
  public void finishedBefore(String target) {
    first.finishedBefore(target);
    second.finishedBefore(target);
  }

  @Override
  public void inverted(AggregateKey aggregate, StreamPosition position) {
    first.inverted(aggregate, position);
    second.inverted(aggregate, position);
  }

  @Override
  public void heartbeat(Envelope heartbeat, Duration age) {
    first.heartbeat(heartbeat, age);
    second.heartbeat(heartbeat, age);
  }

  @Override
  public void answered(String target, Duration took) {
    first.answered(target, took);
    second.answered(target, took);
  }

  @Override
  public void batchSent(String target, int entries, long bytes) {
    first.batchSent(target, entries, bytes);
    second.batchSent(target, entries, bytes);
  }

  @Override
  public void targetDown(String target, Instant since, String code) {
    first.targetDown(target, since, code);
    second.targetDown(target, since, code);
  }

  @Override
  public void stillDown(String target, Duration age) {
    first.stillDown(target, age);
    second.stillDown(target, age);
  }

  @Override
  public void targetUp(String target) {
    first.targetUp(target);
    second.targetUp(target);
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    first.halted(position, reason, message);
    second.halted(position, reason, message);
  }

  @Override
  public void lost(String what, int events, String code) {
    first.lost(what, events, code);
    second.lost(what, events, code);
  }

  @Override
  public void parkedUnreadable(ParkedEvent record) {
    first.parkedUnreadable(record);
    second.parkedUnreadable(record);
  }

  @Override
  public void controlFailed(String what, String code, String message) {
    first.controlFailed(what, code, message);
    second.controlFailed(what, code, message);
  }
}
