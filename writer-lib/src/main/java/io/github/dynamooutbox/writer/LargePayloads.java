package io.github.dynamooutbox.writer;

/**
 * Where large payloads go.
 *
 * @param threshold in bytes; a payload of so many or more goes there
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
