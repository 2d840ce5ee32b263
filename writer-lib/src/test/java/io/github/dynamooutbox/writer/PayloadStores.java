package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stores of large payloads for tests. */
final class PayloadStores {
  private PayloadStores() {}

  /** All that a store is given. */
  record Put(Payload.Reference reference, String bytes, String contentType) {
    static Put of(Payload.Reference reference, byte[] payload, String contentType) {
      return new Put(reference, HexFormat.of().formatHex(payload), contentType);
    }
  }

  /** Keeps all that it is given. */
  static final class Kept implements PayloadStore {
    final List<Put> puts = new ArrayList<>();
    private final String prefix;

    Kept(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public String place(String eventId, String sha256) {
      return prefix + eventId + '/' + sha256;
    }

    @Override
    public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType) {
      puts.add(Put.of(reference, payload, contentType));
      return CompletableFuture.completedFuture(true);
    }
  }
}
