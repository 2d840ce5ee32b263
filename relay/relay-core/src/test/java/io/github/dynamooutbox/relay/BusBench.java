package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.route.Rule;
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
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Retried it) {
        retries.add(it.envelope().event().id() + ' ' + it.code() + ' ' + it.message());
      } else if (event instanceof RelayEvent.BatchSent it) {
        sent.add(it.target() + ' ' + it.entries() + ' ' + it.bytes());
      } else if (event instanceof RelayEvent.Halted it) {
        halts.add(it.position() + " " + it.reason() + " " + it.message());
      } else if (event instanceof RelayEvent.Lost it) {
        lost.add(it.what() + " of " + it.events() + ": " + it.code());
      } else if (event instanceof RelayEvent.ControlFailed it) {
        control.add(it.what() + ": " + it.code() + ": " + it.message());
      }
    }
  }
}
