package io.github.dynamooutbox.benchmarks.embedded;

import java.util.OptionalLong;

/** The process of a relay that was started. */
interface RelayProcess {
  /** Its id, unless it has none, or has ended. */
  OptionalLong pid();
}
