package io.github.dynamooutbox.kcl.it;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Deploys as ECS does with 100 to 200 %: starts as many new tasks as there are old ones, stops an
 * old one only when a new one's health check passes, and returns to the old version after failures.
 */
final class PlayedEcs {
  private static final int FAILURES = 2;

  /** The start period of the health check, and the time in which it fails three times. */
  private static final Duration UNHEALTHY = Duration.ofSeconds(90);

  private final KclSystem system;
  private List<WorkerProcess> tasks = List.of();
  private int started;

  PlayedEcs(KclSystem system) {
    this.system = system;
  }

  /** The tasks of the version that is deployed. */
  List<WorkerProcess> tasks() {
    return tasks;
  }

  /**
   * Deploys a version with this environment.
   *
   * @return whether it was deployed; false if the tasks before were kept
   */
  boolean deploy(int count, Map<String, String> environment) {
    List<WorkerProcess> old = new ArrayList<>(tasks);
    List<WorkerProcess> healthy = new ArrayList<>();
    int failures = 0;
    while (healthy.size() < count) {
      WorkerProcess task = system.start(environment, "task-" + ++started);
      if (becomesHealthy(task)) {
        healthy.add(task);
        if (!old.isEmpty()) {
          LongCase.stop(old.remove(0));
        }
      } else {
        task.kill();
        if (++failures >= FAILURES) {
          healthy.forEach(WorkerProcess::kill);
          return false;
        }
      }
    }
    old.forEach(LongCase::stop);
    tasks = healthy;
    return true;
  }

  private boolean becomesHealthy(WorkerProcess task) {
    Instant limit = Instant.now().plus(UNHEALTHY);
    system.await(
        task::tail,
        () ->
            !task.isAlive() || Instant.now().isAfter(limit) || (task.isAlive() && isHealthy(task)));
    return task.isAlive() && isHealthy(task);
  }

  private static boolean isHealthy(WorkerProcess task) {
    try {
      return task.answers("/health/started", "200");
    } catch (java.io.UncheckedIOException e) {
      return false;
    }
  }
}
