package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners;
import io.github.dynamooutbox.kcl.internal.lease.ReadFailures;
import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.github.dynamooutbox.kcl.internal.telemetry.Health;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A worker's health. It is ready if each of its shards was read recently, or if it holds none and
 * every shard has a live worker: a process may run without relaying anything.
 */
final class WorkerHealth implements Health {
  /** A read may take 10 seconds, and a full window delays reads as well. */
  private static final Duration AT_LEAST = Duration.ofSeconds(12);

  private static final int PAUSES = 10;

  private final OpenShards open;
  private final LeaseOwners owners;
  private final ReadFailures reads;
  private final Duration maxSinceRead;
  private final CompletableFuture<Void> ended;
  private final Supplier<Optional<String>> unproven;
  private final Supplier<Optional<String>> stuck;

  /**
   * @param idle the pause between two reads
   * @param unproven why the worker has not proved yet that it can work
   * @param stuck why the event loop seems to be stuck
   */
  WorkerHealth(
      OpenShards open,
      LeaseOwners owners,
      ReadFailures reads,
      Duration idle,
      CompletableFuture<Void> ended,
      Supplier<Optional<String>> unproven,
      Supplier<Optional<String>> stuck) {
    this.unproven = unproven;
    this.stuck = stuck;
    this.open = open;
    this.owners = owners;
    this.reads = reads;
    this.ended = ended;
    Duration pauses = idle.multipliedBy(PAUSES);
    maxSinceRead = pauses.compareTo(AT_LEAST) > 0 ? pauses : AT_LEAST;
  }

  @Override
  public Optional<String> notAlive() {
    return ended.isDone() ? Optional.of("the worker has ended") : stuck.get();
  }

  @Override
  public Optional<String> notStarted() {
    return notAlive().or(unproven);
  }

  @Override
  public Optional<String> notReady() {
    Optional<String> lacking = notStarted();
    if (lacking.isPresent()) {
      return lacking;
    }
    Map<String, Duration> sinceRead = open.sinceRead();
    return sinceRead.isEmpty()
        // Ready if it stands by to take over from live workers.
        ? owners.problem().map(problem -> "holds no lease: " + problem)
        : sinceRead.entrySet().stream()
            .filter(shard -> shard.getValue().compareTo(maxSinceRead) > 0)
            .map(
                shard ->
                    "%s was last read %d s ago"
                        .formatted(shard.getKey(), shard.getValue().toSeconds()))
            .findFirst()
            .map(late -> reads.now().map(failing -> late + "; " + failing).orElse(late));
  }
}
