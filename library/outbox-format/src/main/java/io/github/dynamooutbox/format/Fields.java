package io.github.dynamooutbox.format;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the attributes of a record or an event by type. Errors are reported as {@link
 * MalformedException}, which names the attribute and its type but never a value. Paths are built
 * only for errors.
 *
 * @param event the event's index in the record, or -1 for the record itself
 * @param within path of the map that holds these attributes, with a dot at its end; empty if they
 *     are attributes of the record or event itself
 */
record Fields(ItemView item, int event, String within) {

  static Fields ofRecord(ItemView item) {
    return new Fields(item, -1, "");
  }

  static Fields ofEvent(AttributeView element, int index) {
    if (element.type() != AttributeType.M) {
      throw new MalformedException(
          RecordAttributes.EVENTS + '[' + index + ']', foundButExpected(element, "M"));
    }
    return new Fields(element.map(), index, "");
  }

  boolean has(String name) {
    return item.get(name) != null;
  }

  /** Required and not empty. */
  String text(String name) {
    String text = required(name, AttributeType.S).string();
    if (text.isEmpty()) {
      throw wrong(name, "is empty");
    }
    return text;
  }

  Optional<String> optionalText(String name) {
    AttributeView value = item.get(name);
    return value == null
        ? Optional.empty()
        : Optional.of(ofType(name, value, AttributeType.S).string());
  }

  /** A whole number of any size, as text. */
  String number(String name) {
    String number = required(name, AttributeType.N).number();
    if (!WholeNumber.isWhole(number)) {
      throw wrong(name, "is not a whole number");
    }
    return number;
  }

  long longNumber(String name) {
    try {
      return WholeNumber.parse(required(name, AttributeType.N).number());
    } catch (ArithmeticException | NumberFormatException e) {
      throw wrong(name, "is not a 64-bit whole number");
    }
  }

  OptionalLong optionalLong(String name) {
    return has(name) ? OptionalLong.of(longNumber(name)) : OptionalLong.empty();
  }

  Instant millis(String name) {
    return Instant.ofEpochMilli(longNumber(name));
  }

  List<? extends AttributeView> list(String name) {
    return required(name, AttributeType.L).list();
  }

  ItemView map(String name) {
    return required(name, AttributeType.M).map();
  }

  Payload payload(String name) {
    AttributeView value = item.get(name);
    if (value != null && value.type() == AttributeType.S) {
      return Payload.of(value.string());
    }
    if (value != null && value.type() == AttributeType.B) {
      return Payload.of(value.bytes());
    }
    if (value != null && value.type() == AttributeType.M) {
      return compressed(name, value.map());
    }
    throw wrongType(name, value, "S or B");
  }

  private Payload compressed(String name, ItemView members) {
    Fields compressed = new Fields(members, event, name + '.');
    byte[] gzip = compressed.required(RecordAttributes.GZIP, AttributeType.B).bytes();
    boolean isText = compressed.isText();
    long length = compressed.longNumber(RecordAttributes.LENGTH);
    if (length < 0 || length > FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES) {
      throw wrong(
          name,
          "has %d bytes uncompressed; at most %d are allowed"
              .formatted(length, FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES));
    }
    try {
      Gzipped payload = Gzipped.of(gzip, (int) length);
      return isText ? new Payload.Text(payload) : new Payload.Binary(payload);
    } catch (IOException e) {
      throw wrong(name, "does not decompress to " + length + " bytes");
    }
  }

  private boolean isText() {
    String type = text(RecordAttributes.STANDS_FOR);
    if (!type.equals(AttributeType.S.name()) && !type.equals(AttributeType.B.name())) {
      throw wrong(RecordAttributes.STANDS_FOR, "is neither S nor B");
    }
    return type.equals(AttributeType.S.name());
  }

  /**
   * A payload, or the reference to one that is stored elsewhere.
   *
   * @param contentType tells text from bytes if the reference itself does not
   */
  Payload payloadOrReference(String name, String contentType) {
    AttributeView value = item.get(name);
    if (value == null
        || value.type() != AttributeType.M
        || value.map().get(RecordAttributes.GZIP) != null) {
      return payload(name);
    }
    Fields reference = new Fields(value.map(), event, name + '.');
    String uri = reference.text(RecordAttributes.URI);
    long length = reference.longNumber(RecordAttributes.LENGTH);
    String hash = reference.text(RecordAttributes.SHA_256);
    try {
      return reference.has(RecordAttributes.STANDS_FOR)
          ? new Payload.Reference(uri, length, hash, reference.isText())
          : new Payload.Reference(uri, length, hash, contentType);
    } catch (IllegalArgumentException e) {
      throw wrong(name, "is not a valid reference: " + e.getMessage());
    }
  }

  /** The attributes that this version of the format does not know. */
  Item unknown(Set<String> known) {
    Item.@Nullable Builder unknown = null;
    for (String name : item.names()) {
      if (!known.contains(name)) {
        unknown = unknown == null ? Item.builder() : unknown;
        unknown.put(name, Attribute.copyOf(Objects.requireNonNull(item.get(name), name)));
      }
    }
    return unknown == null ? Item.empty() : unknown.build();
  }

  private AttributeView required(String name, AttributeType type) {
    return ofType(name, item.get(name), type);
  }

  private AttributeView ofType(String name, @Nullable AttributeView value, AttributeType type) {
    if (value == null || value.type() != type) {
      throw wrongType(name, value, type.name());
    }
    return value;
  }

  MalformedException wrong(String name, String problem) {
    return new MalformedException(path(name), problem);
  }

  MalformedException wrongType(String name, @Nullable AttributeView found, String expected) {
    return wrong(name, foundButExpected(found, expected));
  }

  private static String foundButExpected(@Nullable AttributeView found, String expected) {
    return "found " + (found == null ? "nothing" : found.type()) + ", expected " + expected;
  }

  private String path(String name) {
    String path = within + name;
    return event < 0 ? path : RecordAttributes.EVENTS + '[' + event + "]." + path;
  }
}
