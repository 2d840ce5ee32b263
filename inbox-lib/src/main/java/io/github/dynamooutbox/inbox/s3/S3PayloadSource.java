package io.github.dynamooutbox.inbox.s3;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.PayloadSource;
import io.github.dynamooutbox.inbox.PayloadUnavailableException;
import io.github.dynamooutbox.inbox.PayloadUnavailableException.PayloadFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Fetches large payloads from one bucket. A reference to any other location is refused. Temporary
 * failures are thrown as exceptions of the SDK: deliver the event again. Thread-safe.
 */
public final class S3PayloadSource implements PayloadSource {
  private final S3Client client;
  private final String bucket;

  private S3PayloadSource(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  /**
   * Creates a source that fetches from this bucket only.
   *
   * @param client owned by the caller, with its own timeouts and retries; needs {@code
   *     s3:GetObject}, and {@code s3:ListBucket} to tell a missing object from a forbidden one
   */
  public static S3PayloadSource of(S3Client client, String bucket) {
    return new S3PayloadSource(client, bucket);
  }

  @Override
  public byte[] fetch(Payload.Reference reference) {
    String start = "s3://" + bucket + '/';
    if (!reference.uri().startsWith(start)) {
      throw new PayloadUnavailableException(
          reference, PayloadFault.FOREIGN_PLACE, "is not in bucket " + bucket, null);
    }
    String key = reference.uri().substring(start.length());
    try (ResponseInputStream<GetObjectResponse> object =
        client.getObject(request -> request.bucket(bucket).key(key))) {
      byte[] bytes = object.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, bound(reference)));
      if (bytes.length > reference.length()) {
        // Otherwise closing the stream would read the rest of the object.
        object.abort();
      }
      return bytes;
    } catch (NoSuchKeyException e) {
      throw new PayloadUnavailableException(
          reference, PayloadFault.GONE, "nothing is there: it expired, or was deleted", e);
    } catch (IOException e) {
      throw new UncheckedIOException("payload at " + reference.uri(), e);
    }
  }

  private static long bound(Payload.Reference reference) {
    return reference.length() + 1;
  }
}
