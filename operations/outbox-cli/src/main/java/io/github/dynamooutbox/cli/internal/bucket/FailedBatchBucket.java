package io.github.dynamooutbox.cli.internal.bucket;

import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.replay.FailedBatchStore;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A bucket of batches that Lambda has abandoned, or the part of it below a prefix. Its client takes
 * region, credentials and endpoint from the environment, as every SDK client does. Thread-safe.
 */
public final class FailedBatchBucket implements FailedBatchStore, AutoCloseable {
  private final S3Client client = OperatorClients.forObjects(S3Client.builder()).build();
  private final String bucket;
  private final String prefix;

  /** Sends nothing yet. */
  public FailedBatchBucket(String bucket, String prefix) {
    this.bucket = bucket;
    this.prefix = prefix;
  }

  private String what() {
    return "the bucket \"" + bucket + '"';
  }

  @Override
  public void list(Consumer<String> each) {
    boolean unused =
        AwsFailures.of(
            what(),
            () -> {
              client
                  .listObjectsV2Paginator(list -> list.bucket(bucket).prefix(prefix))
                  .contents()
                  .stream()
                  .map(S3Object::key)
                  .forEach(each);
              return true;
            });
  }

  @Override
  public Optional<byte[]> read(String name) {
    return AwsFailures.of(what(), () -> content(name));
  }

  private Optional<byte[]> content(String name) {
    try {
      return Optional.of(
          client.getObjectAsBytes(get -> get.bucket(bucket).key(name)).asByteArrayUnsafe());
    } catch (NoSuchKeyException e) {
      return Optional.empty();
    }
  }

  @Override
  public void remove(String name) {
    var unused =
        AwsFailures.of(what(), () -> client.deleteObject(one -> one.bucket(bucket).key(name)));
  }

  @Override
  public void close() {
    client.close();
  }
}
