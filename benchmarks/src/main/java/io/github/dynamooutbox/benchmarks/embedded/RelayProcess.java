package io.github.dynamooutbox.benchmarks.embedded;

import java.util.OptionalLong;

/** The process of a running relay. */
interface RelayProcess {
  /** The process id; empty if it has ended. */
  OptionalLong pid();
}
