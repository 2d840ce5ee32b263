package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.examples.demo.system.DemoTarget;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of one run of the demo.
 *
 * @param keep whether the system stays up at the end
 * @param service the packaged KCL service, if it is to be the relay instead of the function
 * @param home directory of the function's jar and of the relay's log
 */
record DemoSettings(
    int orders,
    Set<DemoTarget> targets,
    boolean faults,
    boolean poison,
    boolean outage,
    boolean keep,
    long seed,
    Optional<Path> service,
    Path home) {
  /** Whether events may have to be parked. */
  boolean parks() {
    return poison || outage || keep;
  }

  Path functionJar() {
    return home.resolve("stream-relay-lambda-function.jar");
  }

  /** File for the relay's configuration of a system that stays up. */
  Path relayConfig() {
    return home.resolve("relay.json");
  }

  Path relayLog() {
    return home.resolve("relay.log");
  }
}
