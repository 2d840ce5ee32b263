package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The partial batch response that the event source mapping reads.
 *
 * <p>For a stream, the lowest position in it becomes the checkpoint, and everything from there on
 * is delivered again, so one position is enough. An empty or unknown identifier would fail the
 * whole batch, so positions are returned exactly as they were received.
 */
public final class BatchResponse {
  private static final byte[] ALL_DONE =
      "{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8);

  private BatchResponse() {}

  /**
   * Writes the response.
   *
   * @param firstUnfinished where delivery continues; empty if everything is finished
   */
  public static void write(Optional<StreamPosition> firstUnfinished, OutputStream output)
      throws IOException {
    output.write(firstUnfinished.map(BatchResponse::failure).orElse(ALL_DONE));
  }

  private static byte[] failure(StreamPosition position) {
    // Digits only, so nothing needs escaping.
    return "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}"
        .formatted(position.sequenceNumber())
        .getBytes(StandardCharsets.UTF_8);
  }
}
