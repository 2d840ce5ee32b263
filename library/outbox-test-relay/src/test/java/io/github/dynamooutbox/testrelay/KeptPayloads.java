package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.PayloadStore;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps large payloads in memory, for writers, relays and inboxes of this JVM. */
public final class KeptPayloads implements PayloadStore, PayloadFetcher {
  private static final String PREFIX = "kept://";
  private static final Map<String, byte[]> KEPT = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public KeptPayloads() {}

  @Override
  public String place(String eventId, String sha256) {
    return PREFIX + sha256;
  }

  @Override
  public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType) {
    KEPT.put(reference.uri(), payload);
    return CompletableFuture.completedFuture(true);
  }

  @Override
  public boolean fetchesFrom(String uri) {
    return uri.startsWith(PREFIX);
  }

  @Override
  public Optional<byte[]> fetch(Payload.Reference reference, TargetHost host) {
    return Optional.of(fetch(reference));
  }

  /** For an inbox. */
  byte[] fetch(Payload.Reference reference) {
    return Objects.requireNonNull(KEPT.get(reference.uri()), reference.uri());
  }
}
