package io.github.dynamooutbox.writer;

/**
 * Where large payloads go.
 *
 * @param threshold in bytes; a payload of so many or more goes there
 */
record LargePayloads(PayloadStore store, int threshold) {}
