package io.github.dynamooutbox.examples.demo;

import java.nio.file.Path;

/**
 * What one run of the demo is to do.
 *
 * @param home where the function's jar is, and where the relay's log goes
 */
record DemoSettings(int orders, boolean faults, boolean poison, long seed, Path home) {
  Path functionJar() {
    return home.resolve("stream-relay-lambda-function.jar");
  }

  Path relayLog() {
    return home.resolve("relay.log");
  }
}
