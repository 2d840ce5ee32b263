package io.github.dynamooutbox.benchmarks.embedded;

/** Where the relay runs. */
public enum RelayHost {
  /** The packaged function, run by AWS's runtime client behind an event source mapping. */
  LAMBDA,
  /** The KCL service, started by its main class. */
  KCL
}
