package io.github.dynamooutbox.benchmarks.embedded;

/** Where the relay runs. */
public enum RelayHost {
  /** The packaged function, by AWS's runtime client, behind an event source mapping. */
  LAMBDA,
  /** The service's main class. */
  KCL
}
