package io.github.dynamooutbox.aws.invocation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads Lambda's DynamoDB stream event token by token: binding it to objects by reflection costs
 * more than the rest of a cold start. Fields may come in any order, and unknown ones are skipped.
 *
 * <p>Images of items that are not outbox records are left out, and not even read if the keys come
 * first, as they do in the service's events. A member that is read must not be there twice. Jackson
 * can check that as well, with a set of names for each object, which was a tenth of what a relay
 * allocates. Thread-safe.
 */
public final class StreamEventParser {
  /** DynamoDB developer guide: attribute names, other than those of keys, have up to 64 KB. */
  private static final int MAX_NAME_LENGTH = 64 * 1024;

  /** The year 9999. */
  private static final double MAX_SECONDS = 253_402_300_799.0;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          // Attribute names of foreign items would stay in the JVM's string table for ever.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNameLength(MAX_NAME_LENGTH).build())
          .build();

  /** The members that are read. */
  private static final List<String> OF_EVENT = List.of("Records");

  private static final List<String> OF_RECORD = List.of("dynamodb", "eventName", "eventSourceARN");

  private static final List<String> OF_CHANGE =
      List.of("Keys", "NewImage", "SequenceNumber", "ApproximateCreationDateTime");

  /** How many steps of a path are named: names within an item may be content. */
  private static final int PATH_STEPS = 4;

  private final RecordCodec codec;

  public StreamEventParser(OutboxSchema schema) {
    this.codec = new RecordCodec(schema);
  }

  /**
   * Reads one event.
   *
   * @throws StreamEventException if the input is not a DynamoDB stream event
   * @throws IOException if the input cannot be read
   */
  public StreamEvent parse(InputStream input) throws IOException {
    try (JsonParser json = JSON.createParser(input)) {
      try {
        return event(json);
      } catch (StreamConstraintsException e) {
        throw new StreamEventException(
            "the event exceeds what DynamoDB sends, in depth or length, in %s at byte %d"
                .formatted(path(json), offset(json)));
      } catch (JsonProcessingException e) {
        // Neither Jackson's message nor its exception is passed on: they may quote the content.
        throw new StreamEventException(
            "the event is not valid JSON, or has a member twice, in %s at byte %d"
                .formatted(path(json), offset(json)));
      }
    }
  }

  private static long offset(JsonParser json) {
    return json.currentLocation().getByteOffset();
  }

  /** The first few steps, which are names of the event. */
  private static String path(JsonParser json) {
    Deque<String> steps = new ArrayDeque<>();
    for (JsonStreamContext at = json.getParsingContext(); at != null; at = at.getParent()) {
      if (at.inArray()) {
        steps.addFirst("[" + at.getCurrentIndex() + "]");
      } else if (at.getCurrentName() != null) {
        steps.addFirst("." + at.getCurrentName());
      }
    }
    String path = steps.stream().limit(PATH_STEPS).collect(Collectors.joining());
    return path.isEmpty() ? "its beginning" : path.substring(path.startsWith(".") ? 1 : 0);
  }

  private StreamEvent event(JsonParser json) throws IOException {
    List<StreamRecord> records = null;
    String source = "";
    int seen = 0;
    if (json.nextToken() == JsonToken.START_OBJECT) {
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isRecords = json.currentName().equals("Records");
        seen = seen(OF_EVENT, seen, json);
        JsonToken value = json.nextToken();
        if (isRecords && value == JsonToken.START_ARRAY) {
          records = new ArrayList<>();
          while (json.nextToken() != JsonToken.END_ARRAY) {
            RawRecord raw = new RawRecord(records.size());
            raw.read(json);
            records.add(raw.toRecord());
            source = sameSource(source, raw);
          }
        } else {
          json.skipChildren();
        }
      }
    }
    if (records == null) {
      throw new StreamEventException(
          "the event has no array \"Records\": is the function's trigger a DynamoDB stream?");
    }
    return new StreamEvent(source, records);
  }

  /** The members of an object that were seen, as bits, with the parser's; none may return. */
  private static int seen(List<String> read, int before, JsonParser json) throws IOException {
    int at = read.indexOf(json.currentName());
    if (at >= 0 && (before & 1 << at) != 0) {
      throw ItemReader.twice(json);
    }
    return at < 0 ? before : before | 1 << at;
  }

  private static String sameSource(String before, RawRecord raw) {
    if (raw.index > 0 && !before.equals(raw.source)) {
      throw raw.broken(".eventSourceARN", "is not that of the records before it");
    }
    return raw.source;
  }

  /** One element of "Records" while its fields come in. */
  private final class RawRecord {
    private final int index;
    private String source = "";
    private @Nullable String eventName;
    private @Nullable String sequenceNumber;
    private @Nullable Item keys;
    private @Nullable Item newImage;
    private Optional<Instant> createdAt = Optional.empty();

    RawRecord(int index) {
      this.index = index;
    }

    void read(JsonParser json) throws IOException {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw broken("", "is not an object");
      }
      int seen = 0;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        seen = seen(OF_RECORD, seen, json);
        JsonToken value = json.nextToken();
        if (name.equals("dynamodb") && value == JsonToken.START_OBJECT) {
          readChange(json);
        } else if (name.equals("eventName") && value == JsonToken.VALUE_STRING) {
          eventName = json.getText();
        } else if (name.equals("eventSourceARN") && value == JsonToken.VALUE_STRING) {
          source = json.getText();
        } else {
          json.skipChildren();
        }
      }
    }

    private void readChange(JsonParser json) throws IOException {
      int seen = 0;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        seen = seen(OF_CHANGE, seen, json);
        JsonToken value = json.nextToken();
        if (name.equals("Keys") && value == JsonToken.START_OBJECT) {
          keys = ItemReader.item(json);
        } else if (name.equals("NewImage") && value == JsonToken.START_OBJECT && mayBeOurs()) {
          newImage = ItemReader.item(json);
        } else if (name.equals("SequenceNumber") && value == JsonToken.VALUE_STRING) {
          sequenceNumber = json.getText();
        } else if (name.equals("ApproximateCreationDateTime") && value.isNumeric()) {
          createdAt = time(json.getDoubleValue());
        } else {
          json.skipChildren();
        }
      }
    }

    StreamRecord toRecord() {
      if (eventName == null) {
        throw broken(".eventName", "is missing");
      }
      if (sequenceNumber == null) {
        throw broken(".dynamodb.SequenceNumber", "is missing");
      }
      if (keys == null) {
        throw broken(".dynamodb.Keys", "is missing");
      }
      return new StreamRecord(
          position(sequenceNumber),
          change(eventName),
          keys,
          mayBeOurs() ? Optional.ofNullable(newImage) : Optional.empty(),
          createdAt);
    }

    /**
     * Lambda sends seconds, sometimes with a fraction. A value that cannot be a time is left out.
     */
    private static Optional<Instant> time(double seconds) {
      return seconds > 0 && seconds < MAX_SECONDS
          ? Optional.of(Instant.ofEpochMilli(Math.round(seconds * 1000)))
          : Optional.empty();
    }

    /** Also true as long as the keys are unknown. */
    private boolean mayBeOurs() {
      return keys == null || codec.isOutbox(keys);
    }

    private StreamPosition position(String text) {
      try {
        return new StreamPosition(text);
      } catch (IllegalArgumentException e) {
        throw broken(".dynamodb.SequenceNumber", "is not a decimal number of 1 to 40 digits");
      }
    }

    private ChangeType change(String name) {
      return switch (name) {
        case "INSERT" -> ChangeType.INSERT;
        case "MODIFY" -> ChangeType.MODIFY;
        case "REMOVE" -> ChangeType.REMOVE;
        default -> throw broken(".eventName", "is not INSERT, MODIFY or REMOVE");
      };
    }

    private StreamEventException broken(String field, String what) {
      return new StreamEventException(
          "Records["
              + index
              + "]"
              + field
              + " "
              + what
              + ": is the function's trigger a DynamoDB stream?");
    }
  }
}
