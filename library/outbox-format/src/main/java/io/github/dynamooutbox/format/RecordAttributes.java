package io.github.dynamooutbox.format;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The attribute names of the format. The names of keys and TTL attribute are in {@link
 * OutboxSchema}, those of what a transaction may say about itself in {@link ContextAttribute}.
 */
final class RecordAttributes {
  static final String VERSION = "v";
  static final String AGGREGATE_TYPE = "aggregateType";
  static final String AGGREGATE_ID = "aggregateId";
  static final String SEQUENCE = "sequence";
  static final String EVENTS = "events";
  static final String SOURCE = "source";
  static final String WRITTEN_AT = "writtenAt";
  static final String REGION = "region";

  /** All attributes of a record except keys and TTL. */
  static final Set<String> OF_RECORD =
      Stream.concat(
              Stream.of(
                  VERSION,
                  AGGREGATE_TYPE,
                  AGGREGATE_ID,
                  SEQUENCE,
                  EVENTS,
                  SOURCE,
                  WRITTEN_AT,
                  REGION),
              ContextAttribute.all().stream().map(ContextAttribute::itemName))
          .collect(Collectors.toUnmodifiableSet());

  /** Those that are no strings, with their type in DynamoDB. */
  static final Map<String, String> OTHER_TYPES =
      Map.of(VERSION, "N", SEQUENCE, "N", WRITTEN_AT, "N", EVENTS, "L");

  static final String EVENT_ID = "id";
  static final String EVENT_TYPE = "type";
  static final String EVENT_TIME = "time";
  static final String CONTENT_TYPE = "contentType";
  static final String SCHEMA = "schema";
  static final String DATA = "data";

  /** In a map in place of {@code data}: where the payload is stored. */
  static final String URI = "uri";

  /** In a map in place of {@code data} or {@code previous}: the payload in gzip. */
  static final String GZIP = "gzip";

  /**
   * Type of the attribute that was compressed or stored elsewhere: {@code S} for text or {@code B}
   * for bytes.
   */
  static final String STANDS_FOR = "type";

  static final String LENGTH = "length";
  static final String SHA_256 = "sha256";

  static final String PREVIOUS = "previous";
  static final String HEADERS = "headers";

  static final Set<String> OF_EVENT =
      Set.of(EVENT_ID, EVENT_TYPE, EVENT_TIME, CONTENT_TYPE, SCHEMA, DATA, PREVIOUS, HEADERS);

  private RecordAttributes() {}
}
