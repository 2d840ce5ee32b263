package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.examples.demo.system.Closing;
import io.github.dynamooutbox.examples.demo.system.Endpoints;
import io.github.dynamooutbox.examples.demo.system.FaultScript;
import io.github.dynamooutbox.examples.demo.system.Functions;
import io.github.dynamooutbox.examples.demo.system.KclRelay;
import io.github.dynamooutbox.examples.demo.system.LambdaRelay;
import io.github.dynamooutbox.examples.demo.system.Parking;
import io.github.dynamooutbox.examples.demo.system.Relay;
import io.github.dynamooutbox.examples.demo.system.RelayOutput;
import io.github.dynamooutbox.examples.demo.system.Resources;
import io.github.dynamooutbox.examples.demo.targets.Targets;
import java.time.Duration;
import java.util.Optional;

/** Everything that runs beside the order service. Closing it ends all of it. */
final class Stage implements AutoCloseable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final Closing closing = new Closing();
  private final Endpoints aws;
  private final Resources resources;
  private final RelayOutput output;
  private final Targets targets;
  private final Optional<Parking> parking;
  private final Relay relay;

  private Stage(DemoSettings settings) throws InterruptedException {
    try {
      aws = closing.later(Endpoints.start(settings.seed()));
      resources = Resources.create(aws, settings.poison());
      output = closing.later(new RelayOutput(settings.relayLog()));
      targets = closing.later(new Targets(aws, resources));
      Duration callTimeout = settings.faults() ? FaultScript.CALL_TIMEOUT : CALL_TIMEOUT;
      Functions functions =
          new Functions(settings.functionJar(), aws, resources, callTimeout, output);
      parking = resources.controlTable().map(table -> closing.later(Parking.of(functions)));
      relay =
          closing.later(
              settings.service().isPresent()
                  ? KclRelay.start(settings.service().get(), functions)
                  : LambdaRelay.start(functions));
    } catch (RuntimeException | InterruptedException e) {
      closing.close();
      throw e;
    }
  }

  /** Starts it all, and returns once it is ready for the first order. */
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

  Targets targets() {
    return targets;
  }

  /** Where the relay parks, if it does. */
  Optional<Parking> parking() {
    return parking;
  }

  Relay relay() {
    return relay;
  }

  @Override
  public void close() {
    closing.close();
  }
}
