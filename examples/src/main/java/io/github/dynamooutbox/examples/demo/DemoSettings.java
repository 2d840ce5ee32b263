package io.github.dynamooutbox.examples.demo;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What one run of the demo is to do.
 *
 * @param service the packaged KCL service, if that is to relay, and not the function
 * @param home where the function's jar is, and where the relay's log goes
 */
record DemoSettings(
    int orders,
    boolean faults,
    boolean poison,
    boolean outage,
    long seed,
    Optional<Path> service,
    Path home) {
  /** Whether anything may have to be parked. */
  boolean parks() {
    return poison || outage;
  }

  Path functionJar() {
    return home.resolve("stream-relay-lambda-function.jar");
  }

  Path relayLog() {
    return home.resolve("relay.log");
  }
}
