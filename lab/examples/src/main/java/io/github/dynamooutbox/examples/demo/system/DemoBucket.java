package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalS3;
import java.net.URI;
import software.amazon.awssdk.services.s3.S3Client;

/** A bucket on an S3 server of its own, which runs in a separate process. Thread-safe. */
public final class DemoBucket implements AutoCloseable {
  public static final String NAME = "shop-events";

  private final LocalS3 server;
  private final S3Client client;

  private DemoBucket(LocalS3 server) {
    this.server = server;
    this.client =
        LocalClients.configure(S3Client.builder(), server.endpoint()).forcePathStyle(true).build();
  }

  /** Starts the server and creates the bucket. */
  static DemoBucket start() {
    DemoBucket bucket = new DemoBucket(LocalS3.start());
    try {
      var unused = bucket.client.createBucket(create -> create.bucket(NAME));
      return bucket;
    } catch (RuntimeException e) {
      bucket.close();
      throw e;
    }
  }

  URI endpoint() {
    return server.endpoint();
  }

  /** A client for the server. */
  public S3Client client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
