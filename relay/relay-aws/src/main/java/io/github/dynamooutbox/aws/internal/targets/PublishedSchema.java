package io.github.dynamooutbox.aws.internal.targets;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * The published JSON schema of the configuration, which describes the built-in kinds of targets.
 */
final class PublishedSchema {
  private static final String RESOURCE =
      "/io/github/dynamooutbox/aws/config/outbox-config.schema.json";

  private PublishedSchema() {}

  /** The part of the schema that describes one kind. */
  static String of(TargetFactory kind) {
    try (InputStream json = PublishedSchema.class.getResourceAsStream(RESOURCE)) {
      return new JsonMapper()
          .readTree(Objects.requireNonNull(json, RESOURCE))
          .path("$defs")
          .path(kind.type())
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
