package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.writer.internal.commit.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** The large payloads of one transaction, which are stored elsewhere before its first request. */
final class Uploads {
  private record Upload(Payload.Reference reference, Payload payload, String contentType) {}

  private final Optional<LargePayloads> settings;
  private final List<Upload> uploads = new ArrayList<>(0);

  Uploads(Optional<LargePayloads> settings) {
    this.settings = settings;
  }

  /** Replaces a large payload by a reference, and remembers it for the upload. */
  OutboxEvent offload(OutboxEvent event) {
    return settings.isPresent() ? offload(event, settings.get()) : event;
  }

  private OutboxEvent offload(OutboxEvent event, LargePayloads large) {
    byte[] payload = event.data().toBytes();
    if (payload.length < large.threshold()) {
      return event;
    }
    String hash = Sha256.hex(payload);
    boolean isText = event.data().fold(text -> true, binary -> false, Payload.Reference::isText);
    Payload.Reference reference =
        new Payload.Reference(large.store().place(event.id(), hash), payload.length, hash, isText);
    uploads.add(new Upload(reference, event.data(), event.contentType()));
    return event.withData(reference);
  }

  /** The payload that a reference stands for; any other payload as it is. */
  Payload original(Payload stored) {
    for (Upload upload : uploads) {
      if (upload.reference.equals(stored)) {
        return upload.payload;
      }
    }
    return stored;
  }

  /** Stores all payloads in parallel and waits. */
  void run() {
    if (uploads.isEmpty()) {
      return;
    }
    try {
      before(() -> CompletableFuture.completedFuture(true)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof OutboxException known ? known : e;
    }
  }

  /**
   * Stores all payloads in parallel, then calls {@code next}. Cancelling the result cancels the
   * current step.
   */
  <T> CompletableFuture<T> before(Supplier<CompletableFuture<T>> next) {
    if (uploads.isEmpty()) {
      return next.get();
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    CompletableFuture<Void> stored =
        CompletableFuture.allOf(
            settings.stream()
                .flatMap(
                    large -> uploads.stream().map(upload -> put(large.store(), upload, result)))
                .toArray(CompletableFuture<?>[]::new));
    Futures.completeWith(
        result,
        stored.thenCompose(
            all -> result.isDone() ? result : Futures.cancelWith(result, next.get())));
    return result;
  }

  private static CompletableFuture<?> put(
      PayloadStore store, Upload upload, CompletableFuture<?> result) {
    CompletableFuture<?> stored;
    try {
      stored =
          store
              .put(upload.reference, upload.payload.toBytes(), upload.contentType)
              .toCompletableFuture();
    } catch (RuntimeException | Error e) {
      stored = CompletableFuture.failedFuture(e);
    }
    return Futures.cancelWith(result, stored)
        .exceptionallyCompose(
            failure ->
                CompletableFuture.failedFuture(
                    new PayloadNotStoredException(
                        upload.reference.uri(), Futures.unwrapped(failure))));
  }
}
