package io.github.dynamooutbox.aws.target;

import io.github.dynamooutbox.format.Payload;
import java.io.IOException;
import java.util.Optional;

/**
 * Fetches payloads that writers put elsewhere, for targets with {@code inlinePayloadBytes}. {@link
 * java.util.ServiceLoader} finds it, if the jar that contains it lists its class in {@code
 * META-INF/services/io.github.dynamooutbox.aws.target.PayloadFetcher}. The class is public and has
 * a public constructor without parameters, which does nothing costly. Thread-safe.
 */
public interface PayloadFetcher {
  /** Whether it fetches from such places: {@code s3://}, for example. */
  boolean fetchesFrom(String uri);

  /**
   * Fetches a payload. The caller verifies length and hash. Blocks. An {@link
   * software.amazon.awssdk.core.exception.SdkException} counts as a failure that may pass: the
   * event is sent again.
   *
   * @param host lends the client
   * @return the bytes at the reference's place, no more than a byte over its length; empty if
   *     nothing is there, and nothing will be
   * @throws IOException if it could not be fetched now, with what is wrong as its message
   * @throws InterruptedException if the call was cancelled
   */
  Optional<byte[]> fetch(Payload.Reference reference, TargetHost host)
      throws IOException, InterruptedException;
}
