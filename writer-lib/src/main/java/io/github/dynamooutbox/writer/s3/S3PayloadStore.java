package io.github.dynamooutbox.writer.s3;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.PayloadStore;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Stores large payloads in a bucket, under {@code <prefix><event id>/<SHA-256>}. S3 verifies the
 * hash. The bucket should encrypt objects, and remove them by a lifecycle rule: only after a longer
 * time than records, parked events and the targets' archives are kept. Thread-safe.
 *
 * <pre>{@code
 * Outbox.builder(dynamoDb).table("orders").source("/shop/orders")
 *     .largePayloads(S3PayloadStore.of(s3, "orders-payloads", "orders/"), 100_000)
 * }</pre>
 */
public final class S3PayloadStore implements PayloadStore {
  private final String bucket;
  private final String prefix;
  private final BiFunction<PutObjectRequest, byte[], CompletionStage<?>> sender;

  private S3PayloadStore(
      String bucket,
      String prefix,
      BiFunction<PutObjectRequest, byte[], CompletionStage<?>> sender) {
    this.bucket = bucket;
    this.prefix = prefix;
    this.sender = sender;
  }

  /**
   * Blocks the committing thread.
   *
   * @param client owned by the caller, with its own timeouts and retries
   * @param prefix prefix of all keys; may be empty
   */
  public static S3PayloadStore of(S3Client client, String bucket, String prefix) {
    return new S3PayloadStore(
        bucket,
        prefix,
        (request, payload) ->
            CompletableFuture.completedFuture(
                client.putObject(request, RequestBody.fromBytes(payload))));
  }

  /** For {@link io.github.dynamooutbox.writer.AsyncOutbox}: does not block. */
  public static S3PayloadStore of(S3AsyncClient client, String bucket, String prefix) {
    return new S3PayloadStore(
        bucket,
        prefix,
        (request, payload) -> client.putObject(request, AsyncRequestBody.fromBytes(payload)));
  }

  /**
   * Ids can be any text, so they are percent-encoded: then key and URI have the same characters.
   */
  @Override
  public String place(String eventId, String sha256) {
    return "s3://"
        + bucket
        + '/'
        + prefix
        + URLEncoder.encode(eventId, StandardCharsets.UTF_8)
        + '/'
        + sha256;
  }

  @Override
  public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType) {
    return sender.apply(
        PutObjectRequest.builder()
            .bucket(bucket)
            .key(reference.uri().substring("s3://".length() + bucket.length() + 1))
            .contentType(contentType)
            .checksumSHA256(
                Base64.getEncoder().encodeToString(HexFormat.of().parseHex(reference.sha256())))
            .build(),
        payload);
  }
}
