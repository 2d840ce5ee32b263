package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalS3;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A local S3 and its clients. */
final class LocalBuckets implements AutoCloseable {
  private final LocalS3 server = LocalS3.start();
  private final S3Client client = client(server.endpoint());

  static S3Client client(URI endpoint) {
    return AwsUnderTest.configure(S3Client.builder().forcePathStyle(true), endpoint).build();
  }

  S3AsyncClient asyncClient() {
    return S3AsyncClient.builder()
        .forcePathStyle(true)
        .endpointOverride(endpoint())
        .region(AwsUnderTest.region())
        .credentialsProvider(AwsUnderTest.credentials())
        .build();
  }

  S3Client client() {
    return client;
  }

  URI endpoint() {
    return server.endpoint();
  }

  List<String> keys(String bucket) {
    return client.listObjectsV2(request -> request.bucket(bucket)).contents().stream()
        .map(S3Object::key)
        .toList();
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
