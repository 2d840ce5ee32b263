package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The partial batch response that the event source mapping reads.
 *
 * <p>For a stream the lowest position that is named is the checkpoint, and everything from there on
 * is delivered again. So one position is all that needs saying. An empty or unknown identifier
 * would fail the whole batch; positions are handed back exactly as they came in.
 */
public final class BatchResponse {
  private static final byte[] ALL_DONE =
      "{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8);

  private BatchResponse() {}

  /**
   * Writes the response.
   *
   * @param firstUnfinished where delivery goes on; empty if everything is finished
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
