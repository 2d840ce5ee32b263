package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalS3;
import io.github.dynamooutbox.writer.PayloadStore;
import io.github.dynamooutbox.writer.s3.S3PayloadStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;

/** A local S3 for a stack's archives and large payloads. */
final class DeployedArchive implements AutoCloseable {
  private final LocalS3 server = LocalS3.start();
  private final S3Client client =
      LocalClients.configure(S3Client.builder(), server.endpoint()).forcePathStyle(true).build();

  URI endpoint() {
    return server.endpoint();
  }

  void create(String bucket) {
    var unused = client.createBucket(request -> request.bucket(bucket));
  }

  /** Where a writer puts large payloads, in a bucket that is created. */
  PayloadStore payloads(String bucket) {
    create(bucket);
    return S3PayloadStore.of(client, bucket, "payloads/");
  }

  /** All lines of a bucket's objects; none if there is no such bucket. */
  List<String> lines(String bucket) {
    try {
      return client.listObjectsV2Paginator(list -> list.bucket(bucket)).contents().stream()
          .flatMap(object -> unzipped(bucket, object.key()).lines())
          .toList();
    } catch (NoSuchBucketException e) {
      return List.of();
    }
  }

  private String unzipped(String bucket, String key) {
    byte[] object = client.getObjectAsBytes(get -> get.bucket(bucket).key(key)).asByteArrayUnsafe();
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(object))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(key, e);
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
