package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.format.Payload;
import java.io.IOException;
import java.util.Optional;

/**
 * Fetches payloads that writers stored elsewhere, for targets with {@code inlinePayloadBytes}.
 * {@link java.util.ServiceLoader} finds it, if the jar that contains it lists its class in {@code
 * META-INF/services/io.github.dynamooutbox.aws.targets.PayloadFetcher}. The class is public and has
 * a public constructor without parameters, which does nothing costly. Thread-safe.
 */
public interface PayloadFetcher {
  /** Whether it fetches from such URIs, for example from {@code s3://}. */
  boolean fetchesFrom(String uri);

  /**
   * Fetches a payload. The caller verifies length and hash. Blocks. Any exception counts as a
   * temporary failure of this one event, which is sent again.
   *
   * @param host lends the client
   * @return the bytes that the reference names, at most one more than its length; empty if nothing
   *     is there, for good
   * @throws IOException if it cannot be fetched now, with what is wrong as its message
   * @throws InterruptedException if the call was cancelled
   */
  Optional<byte[]> fetch(Payload.Reference reference, TargetHost host)
      throws IOException, InterruptedException;
}
