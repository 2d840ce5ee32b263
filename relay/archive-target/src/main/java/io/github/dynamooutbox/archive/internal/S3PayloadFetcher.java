package io.github.dynamooutbox.archive.internal;

import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Payload;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Fetches payloads from S3, from any bucket that the relay's role permits. It needs {@code
 * s3:GetObject}, and {@code s3:ListBucket} to distinguish a missing object from a forbidden one.
 */
public final class S3PayloadFetcher implements PayloadFetcher {
  private static final Pattern PLACE = Pattern.compile("s3://([^/]+)/(.+)");

  /** For {@link java.util.ServiceLoader}. */
  public S3PayloadFetcher() {}

  @Override
  public boolean fetchesFrom(String uri) {
    return PLACE.matcher(uri).matches();
  }

  @Override
  public Optional<byte[]> fetch(Payload.Reference reference, TargetHost host) {
    Matcher place = PLACE.matcher(reference.uri());
    if (!place.matches()) {
      throw new IllegalArgumentException("not an S3 URI: " + reference.uri());
    }
    S3Client client = host.client(S3Client.class, S3Client::builder);
    try {
      return Optional.of(
          client.getObject(
              get -> get.bucket(place.group(1)).key(place.group(2)), upTo(reference.length() + 1)));
    } catch (NoSuchKeyException e) {
      return Optional.empty();
    }
  }

  /** Reads the body within the call, so that the call's timeout covers it. */
  private static ResponseTransformer<GetObjectResponse, byte[]> upTo(long most) {
    return (response, body) -> {
      byte[] bytes = body.readNBytes((int) Math.min(most, Integer.MAX_VALUE - 8));
      if (bytes.length == most) {
        // Otherwise closing would read the rest.
        body.abort();
      }
      return bytes;
    };
  }
}
