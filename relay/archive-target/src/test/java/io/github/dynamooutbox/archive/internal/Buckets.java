package io.github.dynamooutbox.archive.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalS3;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Buckets of a local S3 that all tests share. It ends with the JVM. */
final class Buckets {
  static final Buckets SHARED = new Buckets(LocalS3.start());

  private final JsonMapper json = new JsonMapper();
  private final LocalS3 server;
  private final S3Client client;

  private Buckets(LocalS3 server) {
    this.server = server;
    client =
        AwsUnderTest.configure(S3Client.builder().forcePathStyle(true), server.endpoint()).build();
  }

  URI endpoint() {
    return server.endpoint();
  }

  S3Client client() {
    return client;
  }

  String create() {
    String name = AwsUnderTest.unique("archive");
    var unused = client.createBucket(create -> create.bucket(name));
    return name;
  }

  void put(String bucket, String key, byte[] content) {
    var unused =
        client.putObject(put -> put.bucket(bucket).key(key), RequestBody.fromBytes(content));
  }

  byte[] get(String bucket, String key) {
    return client.getObjectAsBytes(get -> get.bucket(bucket).key(key)).asByteArray();
  }

  List<String> keys(String bucket) {
    return client.listObjectsV2Paginator(list -> list.bucket(bucket)).contents().stream()
        .map(S3Object::key)
        .toList();
  }

  List<JsonNode> lines(String bucket, String key) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(new ByteArrayInputStream(get(bucket, key))),
                StandardCharsets.UTF_8))) {
      List<JsonNode> lines = new ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(json.readTree(line));
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
