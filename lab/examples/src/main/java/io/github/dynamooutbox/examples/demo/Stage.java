package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.examples.demo.system.Closing;
import io.github.dynamooutbox.examples.demo.system.DeployedRelay;
import io.github.dynamooutbox.examples.demo.system.Endpoints;
import io.github.dynamooutbox.examples.demo.system.FaultScript;
import io.github.dynamooutbox.examples.demo.system.Functions;
import io.github.dynamooutbox.examples.demo.system.KclDeployment;
import io.github.dynamooutbox.examples.demo.system.KeptSystem;
import io.github.dynamooutbox.examples.demo.system.LambdaDeployment;
import io.github.dynamooutbox.examples.demo.system.ParkedBacklog;
import io.github.dynamooutbox.examples.demo.system.Patience;
import io.github.dynamooutbox.examples.demo.system.RelayOutput;
import io.github.dynamooutbox.examples.demo.system.Resources;
import io.github.dynamooutbox.examples.demo.targets.WatchedTargets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Everything that runs besides the order service. Closing it stops all of it. */
final class Stage implements AutoCloseable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final Closing closing = new Closing();
  private final Endpoints aws;
  private final Resources resources;
  private final RelayOutput output;
  private final WatchedTargets targets;
  private final Optional<ParkedBacklog> parking;
  private final DeployedRelay relay;
  private final Duration callTimeout;

  private Stage(DemoSettings settings) throws InterruptedException {
    try {
      aws = closing.later(Endpoints.start(settings.seed(), settings.targets()));
      resources = Resources.create(aws, settings.targets(), settings.parks());
      output = closing.later(new RelayOutput(settings.relayLog()));
      targets = closing.later(new WatchedTargets(aws, resources));
      callTimeout = settings.faults() ? FaultScript.CALL_TIMEOUT : CALL_TIMEOUT;
      Functions functions =
          new Functions(settings.functionJar(), aws, resources, callTimeout, output);
      parking = resources.controlTable().map(table -> closing.later(new ParkedBacklog(functions)));
      relay =
          closing.later(
              settings.service().isPresent()
                  ? KclDeployment.start(settings.service().get(), functions)
                  : LambdaDeployment.start(functions));
    } catch (RuntimeException | InterruptedException e) {
      closing.close();
      throw e;
    }
  }

  /** Starts everything, and returns once it is ready for the first order. */
  static Stage open(DemoSettings settings) throws InterruptedException {
    return new Stage(settings);
  }

  Endpoints aws() {
    return aws;
  }

  Resources resources() {
    return resources;
  }

  RelayOutput output() {
    return output;
  }

  WatchedTargets targets() {
    return targets;
  }

  /** The relay's parked events, if it can park. */
  Optional<ParkedBacklog> parking() {
    return parking;
  }

  /** Makes the system reachable for other processes. */
  KeptSystem kept(Path config) {
    return KeptSystem.open(aws, relay.document(), config);
  }

  DeployedRelay relay() {
    return relay;
  }

  /** Waits until everything that was committed has been published, delivered and received. */
  void settle() throws InterruptedException {
    LongSupplier movement = () -> targets.published() + targets.received();
    Patience.await(relay::awaitDrained, movement);
    Patience.await(aws.stub()::awaitDeliveries, movement);
    Patience.until(() -> targets.received() >= targets.published(), movement);
  }

  @Override
  public void close() {
    closing.close();
  }
}
