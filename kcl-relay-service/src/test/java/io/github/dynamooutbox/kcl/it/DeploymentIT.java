package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.FaultyGateway.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deployments of versions that can work, and of versions that may not use their tables. */
@Tag("full")
class DeploymentIT extends LongCase {
  private static final Duration STANDSTILL = Duration.ofSeconds(10);

  private final PlayedEcs ecs = new PlayedEcs(system);

  @Test
  void aVersionThatCannotWorkNeverReplacesOneThatCan() {
    assertThat(ecs.deploy(2, Map.of())).isTrue();
    Load load = Load.start(system, "d-");
    system.await(() -> "no events", () -> arrivals("d-") > 0);
    awaitMore(load, 10);
    Instant deployed = Instant.now();
    assertThat(ecs.deploy(2, Map.of())).as("good to good").isTrue();
    awaitAll(load, "d-", Instant.now());
    for (String table : List.of("", "-CoordinatorState", "-WorkerMetricStats")) {
      try (FaultyGateway refusing = new FaultyGateway(system.streamsEndpoint())) {
        refusing.set(Mode.REFUSES, "\"" + KclSystem.APPLICATION + table + "\"");
        Instant bad = Instant.now();
        assertThat(
                ecs.deploy(2, Map.of("AWS_ENDPOINT_URL_DYNAMODB", refusing.endpoint().toString())))
            .as("good to bad: " + table)
            .isFalse();
        report("refused" + table + ", back after", Duration.between(bad, Instant.now()));
      }
    }
    awaitAll(load, "d-", Instant.now());
    assertThat(ecs.deploy(2, Map.of())).as("bad to good").isTrue();
    awaitAll(load, "d-", Instant.now());
    List<Received> received = settled(load, "d-");

    report("deployments, twice", duplicates(received));
    List<Duration> pauses = received.stream().map(each -> each.longestPause(deployed)).toList();
    report("deployments, longest pause of an order", pauses);
    assertThat(pauses).allSatisfy(each -> assertThat(each).isLessThan(STANDSTILL));
    assertThat(received).allMatch(target -> target.outOfOrder() == 0);
    ecs.tasks().forEach(LongCase::stop);
  }

  @Test
  void aWorkerThatIsRefusedIsNeverHealthyAndExitsWithACodeOfItsOwn() {
    assertThat(ecs.deploy(1, Map.of())).isTrue();
    try (FaultyGateway refusing = new FaultyGateway(system.streamsEndpoint())) {
      refusing.set(Mode.REFUSES, "-WorkerMetricStats");
      WorkerProcess refused =
          system.start(
              Map.of("AWS_ENDPOINT_URL_DYNAMODB", refusing.endpoint().toString()), "refused");
      system.await(refused::tail, () -> refused.answers("/health/started", "503"));
      assertThat(refused.awaitExit(Duration.ofSeconds(90)))
          .as(refused.tail())
          .isEqualTo(ExitCode.CANNOT_WORK);
    }
    ecs.tasks().forEach(LongCase::stop);
  }

  @Test
  void aWorkerWhoseTablesAreThrottledIsNotHealthyButStartsOnceTheyAreNot() {
    assertThat(ecs.deploy(1, Map.of())).isTrue();
    try (FaultyGateway throttling = new FaultyGateway(system.streamsEndpoint())) {
      throttling.set(Mode.THROTTLES, "-WorkerMetricStats");
      WorkerProcess waiting =
          system.start(
              Map.of("AWS_ENDPOINT_URL_DYNAMODB", throttling.endpoint().toString()), "waiting");
      system.await(waiting::tail, () -> waiting.answers("/health/started", "503"));
      Instant enough = Instant.now().plusSeconds(20);
      system.await(waiting::tail, () -> Instant.now().isAfter(enough));
      assertThat(waiting.get("/health/started")).startsWith("503").contains("Throttling");
      throttling.set(Mode.PASSES);
      system.await(waiting::tail, () -> waiting.answers("/health/started", "200"));
      stop(waiting);
    }
    ecs.tasks().forEach(LongCase::stop);
  }

  /**
   * Deploys as ECS does with 100 to 200 %: starts as many new tasks as there are old ones, stops an
   * old one only when a new one's health check passes, and returns to the old version after
   * failures.
   */
  private static final class PlayedEcs {
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
              !task.isAlive()
                  || Instant.now().isAfter(limit)
                  || (task.isAlive() && isHealthy(task)));
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
}
