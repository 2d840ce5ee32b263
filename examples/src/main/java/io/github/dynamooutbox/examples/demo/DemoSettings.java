package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.examples.demo.system.DemoTarget;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What one run of the demo is to do.
 *
 * @param keep whether the system stays up at the end
 * @param service the packaged KCL service, if that is to relay, and not the function
 * @param home where the function's jar is, and where the relay's log goes
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
  /** Whether anything may have to be parked. */
  boolean parks() {
    return poison || outage || keep;
  }

  Path functionJar() {
    return home.resolve("stream-relay-lambda-function.jar");
  }

  /** Where a kept system has its relay's configuration. */
  Path relayConfig() {
    return home.resolve("relay.json");
  }

  Path relayLog() {
    return home.resolve("relay.log");
  }
}
