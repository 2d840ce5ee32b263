package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.PayloadStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stores, and then loses the answer. */
record LosingStore(PayloadStore store) implements PayloadStore {
  @Override
  public String place(String eventId, String sha256) {
    return store.place(eventId, sha256);
  }

  @Override
  public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType) {
    return store
        .put(reference, payload, contentType)
        .thenCompose(stored -> CompletableFuture.failedFuture(new IllegalStateException("lost")));
  }
}
