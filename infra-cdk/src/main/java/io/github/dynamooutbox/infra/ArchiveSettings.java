package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What becomes of the events in a new archive, with the names of the configuration.
 *
 * @param coldAfterDays days after which objects move to S3 Glacier Instant Retrieval; empty: never
 * @param retentionDays days after which objects are removed; empty: never
 */
public record ArchiveSettings(Optional<Integer> coldAfterDays, Optional<Integer> retentionDays) {
  static ArchiveSettings of(JsonNode archive) {
    return new ArchiveSettings(days(archive, "coldAfterDays"), days(archive, "retentionDays"));
  }

  private static Optional<Integer> days(JsonNode archive, String key) {
    return Optional.of(archive.path(key)).filter(JsonNode::isInt).map(JsonNode::asInt);
  }
}
