package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.s3.S3PayloadStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** What is stored in S3, and where. */
class S3PayloadStoreTest {
  private static final byte[] PAYLOAD = "payload".getBytes(StandardCharsets.UTF_8);

  /** SHA-256 of the payload. */
  private static final String HASH =
      "239f59ed55e737c77147cf55ad0c1b030b6d7ee748a7426952f9b852d5a935e5";

  private static final String PLACE = "s3://bucket/orders/e%2F1+%3F/" + HASH;

  private record Sent(PutObjectRequest request, String body) {}

  private static final Sent EXPECTED =
      new Sent(
          PutObjectRequest.builder()
              .bucket("bucket")
              .key("orders/e%2F1+%3F/" + HASH)
              .contentType("text/plain")
              .checksumSHA256("I59Z7VXnN8dxR89VrQwbAwttfudIp0JpUvm4UtWpNeU=")
              .build(),
          "payload");

  private final List<Sent> sent = new ArrayList<>();
  private final CompletableFuture<PutObjectResponse> answer = new CompletableFuture<>();

  private final S3Client blocking =
      new S3Client() {
        @Override
        public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
          sent.add(new Sent(request, text(body)));
          return PutObjectResponse.builder().build();
        }

        @Override
        public String serviceName() {
          return SERVICE_NAME;
        }

        @Override
        public void close() {}
      };

  private final S3AsyncClient async =
      new S3AsyncClient() {
        @Override
        public CompletableFuture<PutObjectResponse> putObject(
            PutObjectRequest request, AsyncRequestBody body) {
          var unused = body.subscribe(bytes -> sent.add(new Sent(request, text(bytes))));
          return answer;
        }

        @Override
        public String serviceName() {
          return SERVICE_NAME;
        }

        @Override
        public void close() {}
      };

  private static String text(RequestBody body) {
    try {
      return new String(
          body.contentStreamProvider().newStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }

  private static Payload.Reference reference() {
    return new Payload.Reference(PLACE, PAYLOAD.length, HASH, true);
  }

  @Test
  void aPayloadIsStoredWithItsTypeAndHashUnderIdAndHash() {
    PayloadStore store = S3PayloadStore.of(blocking, "bucket", "orders/");

    assertThat(store.place("e/1 ?", HASH)).isEqualTo(PLACE);
    assertThat(store.put(reference(), PAYLOAD, "text/plain")).isCompleted();
    assertThat(sent).containsExactly(EXPECTED);
  }

  @Test
  void anAsynchronousStoreSendsTheSameAndWaitsForTheAnswer() {
    PayloadStore store = S3PayloadStore.of(async, "bucket", "orders/");

    assertThat(store.place("e/1 ?", HASH)).isEqualTo(PLACE);
    assertThat(store.put(reference(), PAYLOAD, "text/plain").toCompletableFuture()).isNotDone();
    assertThat(sent).containsExactly(EXPECTED);
  }

  @Test
  void withoutAPrefixTheKeyBeginsWithTheId() {
    assertThat(S3PayloadStore.of(blocking, "bucket", "").place("e", "00"))
        .isEqualTo("s3://bucket/e/00");
  }
}
