package io.github.dynamooutbox.operations.archive;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.dynamooutbox.archive.form.ArchiveLine;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.HeaderName;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads one line. A JSON payload is kept byte for byte. Used once. */
final class ArchiveLineParser {
  /**
   * Whatever is well-formed was published, and is replayed: a payload's limits are its writer's.
   */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final byte[] line;
  private final Map<String, String> attributes = new HashMap<>();
  private Optional<String> json = Optional.empty();
  private Optional<String> text = Optional.empty();
  private Optional<String> base64 = Optional.empty();

  ArchiveLineParser(byte[] line) {
    this.line = line;
  }

  ArchivedEvent parse() {
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("is not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        member(parser, parser.currentName());
      }
    } catch (IOException e) {
      // The parser's message may quote the payload.
      throw new IllegalArgumentException("is not a JSON object, or not a complete one");
    }
    requireVersion();
    try {
      return event();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("has an invalid timestamp", e);
    }
  }

  private void member(JsonParser parser, String name) throws IOException {
    JsonToken token = parser.nextToken();
    if (name.equals("data")) {
      int start = (int) parser.currentTokenLocation().getByteOffset();
      text = token == JsonToken.VALUE_STRING ? Optional.of(parser.getText()) : Optional.empty();
      parser.skipChildren();
      parser.finishToken();
      int end = (int) parser.currentLocation().getByteOffset();
      json = Optional.of(withSpace(start, end));
    } else if (name.equals("data_base64")) {
      base64 = Optional.of(parser.getText());
    } else if (token.isScalarValue()) {
      attributes.put(name, parser.getText());
    } else {
      throw new IllegalArgumentException("attribute \"" + name + "\" is not text");
    }
  }

  /** The white space between a value and what surrounds it is the payload's. */
  private String withSpace(int from, int to) {
    int start = from;
    while (line[start - 1] == ' ' || line[start - 1] == '\t') {
      start--;
    }
    int end = to;
    while (end < line.length && (line[end] == ' ' || line[end] == '\t')) {
      end++;
    }
    return new String(line, start, end - start, StandardCharsets.UTF_8);
  }

  private void requireVersion() {
    int version = number(ArchiveLine.VERSION);
    if (version > ArchiveLine.FORMAT) {
      throw new IllegalArgumentException(
          "has format %d, but this version knows formats up to %d: use a newer version"
              .formatted(version, ArchiveLine.FORMAT));
    }
  }

  private ArchivedEvent event() {
    Optional<EventPosition> position =
        attribute("sequence").map(it -> EventPosition.parse(it, attribute("sequencecount")));
    return new ArchivedEvent(
        new AggregateKey(required("aggregatetype"), required("subject")),
        required(ArchiveLine.SORT),
        position.map(it -> OptionalLong.of(it.version())).orElse(OptionalLong.empty()),
        number(ArchiveLine.INDEX),
        number(ArchiveLine.COUNT),
        context(),
        outboxEvent());
  }

  private CommitContext context() {
    Map<ContextAttribute, String> given = new EnumMap<>(ContextAttribute.class);
    for (ContextAttribute attribute : ContextAttribute.all()) {
      attribute(attribute.cloudEventName()).ifPresent(text -> given.put(attribute, text));
    }
    return new CommitContext(
        required("source"),
        Instant.parse(required(ArchiveLine.TIME)),
        required(ArchiveLine.REGION),
        given);
  }

  private OutboxEvent outboxEvent() {
    String contentType = required("datacontenttype");
    Payload data = data(contentType);
    return new OutboxEvent(
        required("id"),
        required("type"),
        Instant.parse(required("time")),
        contentType,
        attribute("dataschema"),
        data,
        previous(data),
        headers());
  }

  private Payload data(String contentType) {
    if (attribute("dataref").isPresent()) {
      String uri = required("dataref");
      long length = whole("datareflength");
      String hash = required("datarefsha256");
      return attribute("datareftype")
          .map(type -> new Payload.Reference(uri, length, hash, type.equals("text")))
          .orElseGet(() -> new Payload.Reference(uri, length, hash, contentType));
    }
    if (base64.isPresent()) {
      return Payload.of(Base64.getDecoder().decode(base64.get()));
    }
    return (MediaType.isJson(contentType) ? json : text)
        .map(Payload::of)
        .orElseThrow(() -> new IllegalArgumentException("has no data"));
  }

  /** In the same form as the data, whatever form it was sent in. */
  private Optional<Payload> previous(Payload data) {
    Optional<byte[]> bytes = attribute("previousbase64").map(Base64.getDecoder()::decode);
    return bytes
        .map(it -> isText(data) ? text(it) : Payload.of(it))
        .or(
            () ->
                attribute("previous")
                    .map(
                        it ->
                            isText(data)
                                ? Payload.of(it)
                                : Payload.of(it.getBytes(StandardCharsets.UTF_8))));
  }

  private static boolean isText(Payload data) {
    return data.fold(text -> true, binary -> false, Payload.Reference::isText);
  }

  private static Payload text(byte[] bytes) {
    return Payload.of(new String(bytes, StandardCharsets.UTF_8));
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>(attributes);
    headers.keySet().removeAll(ArchiveLine.OWN);
    headers
        .keySet()
        .removeIf(
            name ->
                HeaderName.isReserved(name) || ContextAttribute.ofCloudEventName(name).isPresent());
    return headers;
  }

  private Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  private String required(String name) {
    return attribute(name)
        .orElseThrow(() -> new IllegalArgumentException("attribute \"" + name + "\" is missing"));
  }

  private int number(String name) {
    return (int) Math.min(whole(name), Integer.MAX_VALUE);
  }

  private long whole(String name) {
    try {
      return Long.parseLong(required(name));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("attribute \"" + name + "\" is not a number");
    }
  }
}
