package io.github.dynamooutbox.archive.form;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;

/**
 * The form of an archive's line: a structured CloudEvent with extension attributes that say where
 * the event stands in the table. Line breaks between the tokens of a payload become spaces.
 * Stateless.
 */
public final class ArchiveLine {
  /** The version of the form. A reader refuses a higher one. */
  public static final int FORMAT = 1;

  /** Says which version of the form a line has. */
  public static final String VERSION = "archiveformat";

  /** The record's sort key. */
  public static final String SORT = "recordkey";

  /** The event's index in its record. */
  public static final String INDEX = "recordindex";

  /** How many events its record has. */
  public static final String COUNT = "recordcount";

  /** The writer's clock just before the commit. */
  public static final String TIME = "recordtime";

  /** The writer's region. */
  public static final String REGION = "recordregion";

  /** All attributes that the form adds to those of a CloudEvent. */
  public static final Set<String> OWN = Set.of(VERSION, SORT, INDEX, COUNT, TIME, REGION);

  private static final int OWN_BYTES = 256;
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_CONTENT).build();

  private ArchiveLine() {}

  /**
   * A header of the event whose name the archive uses itself, so that the event cannot be archived.
   */
  public static Optional<String> takenHeader(Envelope envelope) {
    return envelope.event().headers().keySet().stream().filter(OWN::contains).sorted().findFirst();
  }

  /**
   * Renders a line.
   *
   * @param cloudEvent the event as a structured CloudEvent in JSON, as UTF-8
   * @return UTF-8, with a line feed at the end
   */
  public static byte[] render(Envelope envelope, byte[] cloudEvent) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(cloudEvent.length + OWN_BYTES);
    line.writeBytes(own(envelope));
    // The rest of the object: the event's, without its opening brace.
    line.write(',');
    writeOnOneLine(line, cloudEvent);
    line.write('\n');
    return line.toByteArray();
  }

  /** An object that is not closed. */
  private static byte[] own(Envelope envelope) {
    ByteArrayOutputStream own = new ByteArrayOutputStream(OWN_BYTES);
    try (JsonGenerator json = JSON.createGenerator(own)) {
      json.writeStartObject();
      json.writeNumberField(VERSION, FORMAT);
      json.writeStringField(SORT, envelope.key().sort());
      json.writeNumberField(INDEX, envelope.index());
      json.writeNumberField(COUNT, envelope.record().events().size());
      json.writeStringField(TIME, envelope.record().context().writtenAt().toString());
      json.writeStringField(REGION, envelope.record().context().region());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return own.toByteArray();
  }

  /** In JSON, a line break is never within a string: it is a space between tokens. */
  private static void writeOnOneLine(ByteArrayOutputStream line, byte[] cloudEvent) {
    int written = 1;
    for (int i = 1; i < cloudEvent.length; i++) {
      if (cloudEvent[i] == '\n' || cloudEvent[i] == '\r') {
        line.write(cloudEvent, written, i - written);
        line.write(' ');
        written = i + 1;
      }
    }
    line.write(cloudEvent, written, cloudEvent.length - written);
  }
}
