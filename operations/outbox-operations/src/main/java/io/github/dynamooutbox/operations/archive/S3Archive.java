package io.github.dynamooutbox.operations.archive;

import io.github.dynamooutbox.archive.ArchiveFactory;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Reads an archive that a target of type {@code s3} has written. Region, credentials and endpoint
 * come from the environment, as for every client of the SDK. Thread-safe.
 */
public final class S3Archive implements EventArchive, AutoCloseable {
  private static final Pattern PLACE = Pattern.compile("s3://([^/]+)(?:/(.*))?");

  private final S3Client client;
  private final String bucket;
  private final String prefix;

  private S3Archive(S3Client client, String bucket, String prefix) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  /**
   * Opens an archive. Sends no request.
   *
   * @param place bucket and prefix, for example {@code s3://orders-archive/events/}; the prefix is
   *     {@code events/} if none is given
   * @throws OperatorException if the place does not have this form
   */
  public static S3Archive open(String place) {
    Matcher parts = PLACE.matcher(place);
    if (!parts.matches()) {
      throw new OperatorException(
          Kind.INPUT,
          "\"%s\": must be s3://bucket/prefix, for example s3://orders/events/".formatted(place));
    }
    String prefix = Optional.ofNullable(parts.group(2)).orElse("");
    String folder = prefix.isEmpty() ? ArchiveFactory.DEFAULT_PREFIX : prefix;
    return new S3Archive(
        OperatorClients.forObjects(S3Client.builder()).build(),
        parts.group(1),
        folder.endsWith("/") ? folder : folder + "/");
  }

  @Override
  public void read(
      Optional<Instant> from, Optional<Instant> to, Reader each, Consumer<String> foreign) {
    new ArchiveReading(client, bucket, prefix, each, foreign).read(from, to);
  }

  /** Closes the client. */
  @Override
  public void close() {
    client.close();
  }
}
