package io.github.dynamooutbox.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.examples.demo.check.Checker;
import io.github.dynamooutbox.examples.demo.check.Checker.Findings;
import io.github.dynamooutbox.examples.demo.system.DemoTarget;
import io.github.dynamooutbox.examples.demo.system.DeployedRelay;
import io.github.dynamooutbox.examples.demo.system.Endpoints;
import io.github.dynamooutbox.examples.demo.system.Functions;
import io.github.dynamooutbox.examples.demo.system.KclDeployment;
import io.github.dynamooutbox.examples.demo.system.LambdaDeployment;
import io.github.dynamooutbox.examples.demo.system.RelayOutput;
import io.github.dynamooutbox.examples.demo.system.Resources;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget;
import io.github.dynamooutbox.examples.demo.targets.WatchedTargets;
import io.github.dynamooutbox.examples.demo.traffic.SteadyOrders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Moving from one relay to the other while orders come in, as docs/kcl.md says: both run for a
 * while, each publishes everything, then the first one ends. Run with {@code -Pkcl-long}.
 */
@Tag("long")
@Timeout(300)
class BothRelaysIT {
  private static final Path HOME = Path.of("target", "demo").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path work;
  private Endpoints aws;
  private RelayOutput output;
  private WatchedTargets targets;
  private Functions functions;
  private SteadyOrders orders;
  private final List<DeployedRelay> relays = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    aws = Endpoints.start(42, Set.of());
    Resources resources =
        Resources.create(aws, EnumSet.of(DemoTarget.BUS, DemoTarget.FIFO, DemoTarget.STREAM), true);
    output = new RelayOutput(work.resolve("relay.log"));
    targets = new WatchedTargets(aws, resources);
    functions =
        new Functions(
            HOME.resolve("stream-relay-lambda-function.jar"),
            aws,
            resources,
            Duration.ofSeconds(5),
            output);
    orders = SteadyOrders.start(aws.dynamoDb(), resources.table());
  }

  @AfterEach
  void close() {
    relays.forEach(DeployedRelay::close);
    targets.close();
    output.close();
    aws.close();
  }

  @Test
  void nothingIsLostOnTheWayFromLambdaToKcl() throws Exception {
    DeployedRelay lambda = started(LambdaDeployment.start(functions));
    awaitPublished(100);
    DeployedRelay kcl = started(KclDeployment.start(DemoProcess.service(), functions));
    runBoth();
    lambda.close();
    finish(kcl);
  }

  @Test
  void nothingIsLostOnTheWayFromKclToLambda() throws Exception {
    DeployedRelay kcl = started(KclDeployment.start(DemoProcess.service(), functions));
    awaitPublished(100);
    DeployedRelay lambda = started(LambdaDeployment.start(functions));
    runBoth();
    kcl.close();
    finish(lambda);
  }

  private DeployedRelay started(DeployedRelay relay) {
    relays.add(relay);
    return relay;
  }

  private void runBoth() throws InterruptedException {
    awaitPublished(targets.published() + 1000);
  }

  /** What is committed from here on only the second relay publishes. */
  private void finish(DeployedRelay second) throws InterruptedException {
    int until = orders.placed() + 20;
    Until.isTrue(PATIENCE, () -> orders.placed() >= until);
    orders.end();
    assertThat(second.awaitDrained(PATIENCE)).isTrue();
    assertThat(aws.stub().awaitDeliveries(PATIENCE)).isTrue();
    Until.isTrue(PATIENCE, () -> targets.received() >= targets.published());
    Checker checker = new Checker(orders.records());
    long published = 0;
    for (WatchedTarget target : targets.all()) {
      List<String> accepted =
          target.accepted().stream().map(WatchedTarget.Acceptance::eventId).toList();
      Findings findings = checker.check(target.name(), accepted, target.receivedIds());
      assertThat(findings.examples()).as(target.name()).isEmpty();
      assertThat(findings.isSound()).as(target.name()).isTrue();
      published += accepted.size() - checker.committed();
    }
    assertThat(published)
        .as("what both published, under the ids of what was committed")
        .isPositive();
  }

  private void awaitPublished(long events) throws InterruptedException {
    Until.isTrue(PATIENCE, () -> targets.published() >= events);
  }

  /** Waits for what a real process does. */
  private static final class Until {
    private Until() {}

    static void isTrue(Duration patience, BooleanSupplier condition) throws InterruptedException {
      long deadline = System.nanoTime() + patience.toNanos();
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("not within " + patience);
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }
}
