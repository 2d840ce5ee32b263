package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;

/**
 * Turns payloads that are given as objects into what is stored and published. Called once per
 * payload and commit, on the thread that commits. Implementations are thread-safe.
 *
 * <p>What it throws reaches the caller of {@code commit} as the cause of a {@link
 * PayloadSerializationException}; nothing has been sent then.
 */
@FunctionalInterface
public interface PayloadSerializer {

  Serialized serialize(Object payload);

  /**
   * A payload as it will be published.
   *
   * @param payload text or bytes
   * @param contentType its media type, for example {@code application/json}
   */
  record Serialized(Payload payload, String contentType) {}
}
