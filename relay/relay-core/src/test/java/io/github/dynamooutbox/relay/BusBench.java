package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A relay with one target, and what it tells of its trouble. */
abstract class BusBench extends ShardBench {
  final ScriptedTarget target =
      new ScriptedTarget("bus", true, new BatchLimits(10, 10_000, 2), loop);
  final Told told = new Told();

  final RelayBuilder builder(Rule rule) {
    return Relay.builder(List.of(target), List.of(rule), loop).clock(loop).observer(told);
  }

  static StreamRecord order(long position, String id) {
    return Records.order(position, id, 1, Instant.EPOCH, 1);
  }

  static class Told implements RelayObserver {
    final List<String> control = new ArrayList<>();
    final List<String> lost = new ArrayList<>();
    final List<String> halts = new ArrayList<>();
    final List<String> sent = new ArrayList<>();
    final List<String> retries = new ArrayList<>();

    @Override
    public void batchSent(String to, int entries, long bytes) {
      sent.add(to + ' ' + entries + ' ' + bytes);
    }

    @Override
    public void retried(String to, Envelope envelope, String code, String message) {
      retries.add(envelope.event().id() + ' ' + code + ' ' + message);
    }

    @Override
    public void controlFailed(String what, String code, String message) {
      control.add(what + ": " + code + ": " + message);
    }

    @Override
    public void lost(String what, int events, String code) {
      lost.add(what + " of " + events + ": " + code);
    }

    @Override
    public void halted(StreamPosition position, String reason, String message) {
      halts.add(position + " " + reason + " " + message);
    }
  }
}
