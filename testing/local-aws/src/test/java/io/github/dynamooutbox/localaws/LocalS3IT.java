package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Keeps objects as S3 does. */
class LocalS3IT {
  @Test
  void listsAndDeletesWhatWasPut() {
    try (LocalS3 server = LocalS3.start();
        S3Client s3 =
            LocalClients.configure(S3Client.builder(), server.endpoint())
                .forcePathStyle(true)
                .build()) {
      assertThat(server.endpoint().getHost()).isEqualTo("127.0.0.1");
      s3.createBucket(request -> request.bucket("orders"));
      s3.putObject(
          request -> request.bucket("orders").key("a/1"), RequestBody.fromString("content"));

      assertThat(s3.listObjectsV2(request -> request.bucket("orders").prefix("a/")).contents())
          .extracting(S3Object::key)
          .containsExactly("a/1");
      assertThat(s3.getObjectAsBytes(request -> request.bucket("orders").key("a/1")).asUtf8String())
          .isEqualTo("content");

      s3.deleteObject(request -> request.bucket("orders").key("a/1"));
      assertThat(s3.listObjectsV2(request -> request.bucket("orders")).contents()).isEmpty();
    }
  }
}
