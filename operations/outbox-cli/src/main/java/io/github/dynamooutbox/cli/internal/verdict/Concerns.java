package io.github.dynamooutbox.cli.internal.verdict;

import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Shell;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.cli.internal.verdict.Concern.Level;
import io.github.dynamooutbox.operations.operate.OutboxStatus;
import io.github.dynamooutbox.operations.operate.ShardLag;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is wrong, in the words of the runbook, the worst first.
 *
 * @param publishes whether receipts of the last minutes show that something was published
 */
record Concerns(
    OutboxStatus status,
    List<ParkedGroup> groups,
    Set<String> unrenewed,
    boolean receipts,
    boolean publishes) {
  /** A lag up to this needs nobody's attention. */
  private static final Duration LATE = Duration.ofMinutes(1);

  private static final Duration TOO_LATE = Duration.ofMinutes(5);

  /** Heartbeats are committed every minute, or every few. */
  private static final Duration OLD = Duration.ofMinutes(15);

  List<Concern> all() {
    List<Concern> found = new ArrayList<>();
    groups.forEach(group -> found.add(parked(group)));
    new TreeMap<>(status.circuits())
        .forEach(
            (name, circuit) -> {
              boolean accepts = circuit.state() == SavedCircuit.State.HALF_OPEN;
              if (!accepts || waitsFor(name)) {
                found.add(failing(name, circuit));
              }
            });
    shards(found);
    unrenewed(found);
    heartbeat(found);
    evidence(found);
    found.sort(Comparator.comparing(Concern::level));
    return found;
  }

  private Concern parked(ParkedGroup group) {
    String target = group.target().equals(LaneKey.ALL_TARGETS) ? "all targets" : group.target();
    String events = Counts.of(group.events(), "event");
    boolean isOne = group.events() == 1;
    String are = isOne ? "is" : "are";
    return switch (group.reason()) {
      case REJECTED, BEHIND ->
          stuck(
              group,
              "%s %s stuck: %s rejects %s"
                  .formatted(events, are, target, isOne ? "it" : "the first of them"),
              "Change the target or what it rejects, then redrive. What it will never accept:"
                  + " reroute or discard it.");
      case UNROUTABLE ->
          stuck(
              group,
              "%s %s stuck: no route takes %s".formatted(events, are, isOne ? "it" : "them"),
              "Add a route to the configuration, or one that drops them, deploy, then redrive.");
      case MALFORMED ->
          stuck(
              group,
              "%s %s stuck: the record cannot be read".formatted(events, are),
              "Deploy a relay that can read it, then redrive. Or discard it.");
      case BLOCKED -> blocked(group, target, events);
    };
  }

  private static Concern stuck(ParkedGroup group, String what, String advice) {
    return new Concern(
        Level.BAD, what, advice, ofGroup("parked --events", group), Optional.of(group));
  }

  private static String ofGroup(String command, ParkedGroup group) {
    return "outbox %s --target %s --reason %s"
        .formatted(command, Shell.quoted(group.target()), group.reason());
  }

  private Concern blocked(ParkedGroup group, String target, String events) {
    if (group.events() == 0) {
      return new Concern(
          Level.WARNING,
          "%s for %s %s empty, and still held"
              .formatted(
                  Counts.of(group.queues().size(), "queue"),
                  target,
                  group.queues().size() == 1 ? "is" : "are"),
          "What was queued there was taken out. The next redrive releases it.",
          ofGroup("redrive", group),
          Optional.of(group));
    }
    boolean isDown =
        Optional.ofNullable(status.circuits().get(group.target()))
            .filter(circuit -> circuit.state() == SavedCircuit.State.OPEN)
            .isPresent();
    return new Concern(
        isDown ? Level.BAD : Level.WARNING,
        "%s wait%s for %s".formatted(events, group.events() == 1 ? "s" : "", target),
        isDown
            ? "Nothing is lost. The schedule publishes them, in order, when the target answers."
            : "The target was down, or what stood before them was taken out. The schedule publishes"
                + " them; a redrive does it now.",
        ofGroup(isDown ? "parked --events" : "redrive", group),
        Optional.of(group));
  }

  private Concern failing(String target, SavedCircuit circuit) {
    String age = Ages.of(Duration.between(circuit.since(), status.at()));
    String seen = Ages.of(Duration.between(circuit.savedAt(), status.at()));
    boolean isDown = circuit.state() == SavedCircuit.State.OPEN;
    boolean holds = waitsFor(target);
    return Concern.of(
        isDown && holds ? Level.BAD : Level.WARNING,
        "%s %s for %s".formatted(target, isDown ? "has been down" : "has failed", age),
        (holds
                ? "Look at the target: events for it are parked until it answers."
                : "Nothing waits for it. It counts as failing until the relay sends it a new"
                    + " event.")
            + " Seen %s ago.".formatted(seen));
  }

  private boolean waitsFor(String target) {
    return groups.stream()
        .anyMatch(group -> group.target().equals(target) && group.reason() == ParkReason.BLOCKED);
  }

  private void shards(List<Concern> found) {
    if (status.shards().isEmpty()) {
      found.add(
          Concern.of(
              Level.BAD,
              "The table has no stream",
              "Nothing is relayed. Enable a stream with NEW_IMAGE; outbox doctor says more."));
    }
    List<ShardLag> late =
        status.shards().stream()
            .filter(shard -> shard.lag().filter(lag -> lag.compareTo(LATE) > 0).isPresent())
            .sorted(Comparator.comparing((ShardLag shard) -> shard.lag().orElseThrow()).reversed())
            .toList();
    if (!late.isEmpty()) {
      Duration lag = late.get(0).lag().orElseThrow();
      String owner =
          late.get(0).owner().map(name -> "Its worker is " + name).orElse("No worker relays it");
      found.add(
          Concern.of(
              lag.compareTo(TOO_LATE) > 0 ? Level.BAD : Level.WARNING,
              "The relay is %s behind".formatted(Ages.of(lag)),
              "In %s; the worst is %s. %s: look at the relay."
                  .formatted(Counts.of(late.size(), "shard"), late.get(0).shard(), owner)));
    }
  }

  private void unrenewed(List<Concern> found) {
    if (!unrenewed.isEmpty()) {
      found.add(
          Concern.of(
              Level.BAD,
              Counts.of(unrenewed.size(), "shard") + " without a living worker",
              "The worker does not renew its lease: it is dead or stopped, and nothing is relayed"
                  + " until another takes the lease. Look at the relay."));
    }
  }

  private void heartbeat(List<Concern> found) {
    status
        .heartbeat()
        .filter(each -> receipts && each.arrived().isEmpty())
        .map(OutboxStatus.Heartbeat::committed)
        .map(committed -> Duration.between(committed, status.at()))
        .filter(age -> age.compareTo(LATE) > 0)
        .ifPresent(
            age ->
                found.add(
                    Concern.of(
                        age.compareTo(TOO_LATE) > 0 ? Level.BAD : Level.WARNING,
                        "No heartbeat has arrived for " + Ages.of(age),
                        "The relay has stopped or is far behind: look at it, and run outbox"
                            + " doctor.")));
  }

  /** That nothing is wrong needs something that shows that the relay runs: silence does not. */
  private void evidence(List<Concern> found) {
    boolean isBeating =
        status
            .heartbeat()
            .filter(each -> each.arrived().isPresent())
            .filter(each -> age(each.committed()).compareTo(OLD) < 0)
            .isPresent();
    boolean isLeased =
        status.shards().stream()
            .anyMatch(shard -> shard.owner().isPresent() && !unrenewed.contains(shard.shard()));
    if (!isBeating && !isLeased && !publishes && found.isEmpty()) {
      String beat =
          status
              .heartbeat()
              .map(
                  each ->
                      "the newest heartbeat is %s old".formatted(Ages.of(age(each.committed()))))
              .orElse("there is no heartbeat in the table");
      found.add(
          Concern.of(
              Level.WARNING,
              "Nothing is stuck, and nothing shows that the relay runs",
              "No receipt of the last minutes was found, no worker holds a lease, and "
                  + beat
                  + ". Look at the relay; heartbeats show that it runs while nothing is committed."));
    }
  }

  private Duration age(Instant from) {
    return Duration.between(from, status.at());
  }

  /** The message if nothing is wrong. */
  static String calm(OutboxStatus status) {
    return status
        .heartbeat()
        .flatMap(OutboxStatus.Heartbeat::arrived)
        .map(at -> age(at, status.at()))
        .map(
            age ->
                "Nothing is parked and no target fails. The last heartbeat arrived %s ago."
                    .formatted(age))
        .orElse("Nothing is parked and no target fails.");
  }

  private static String age(Instant from, Instant to) {
    return Ages.of(Duration.between(from, to));
  }
}
