package io.github.dynamooutbox.writer;

/**
 * The store of large payloads, and which payloads are large.
 *
 * @param threshold minimum size in bytes of payloads that go to the store
 */
record LargePayloads(PayloadStore store, int threshold) {
  private static final int LEAST = 1024;

  LargePayloads {
    if (threshold < LEAST) {
      throw new InvalidConfigurationException(
          "the threshold of large payloads is " + threshold + " bytes; it must be at least 1024");
    }
  }
}
