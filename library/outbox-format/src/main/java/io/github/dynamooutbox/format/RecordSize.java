package io.github.dynamooutbox.format;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/**
 * The size of items as DynamoDB counts it against its limits: names and text in UTF-8, binary
 * values by their length, numbers by their significant digits, 3 bytes for a list or map and 1 for
 * each of its elements. ("DynamoDB item sizes and formats" in the developer guide, which calls a
 * number's size approximate; here it is what DynamoDB Local counts.)
 */
public final class RecordSize {
  private static final int MAX_NUMBER_BYTES = 21;

  private RecordSize() {}

  /** The item's size in bytes. */
  public static long of(ItemView item) {
    long size = 0;
    for (String name : item.names()) {
      size += utf8Length(name) + of(Objects.requireNonNull(item.get(name), name));
    }
    return size;
  }

  /** The value's size in bytes, without its name. */
  public static long of(AttributeView value) {
    return switch (value.type()) {
      case S -> utf8Length(value.string());
      case N -> number(value.number());
      case B -> value.bytes().length;
      case BOOL, NULL -> 1;
      case M -> 3 + value.map().names().size() + of(value.map());
      case L -> list(value.list());
      case SS -> value.strings().stream().mapToLong(RecordSize::utf8Length).sum();
      case NS -> value.strings().stream().mapToLong(RecordSize::number).sum();
      case BS -> value.binaries().stream().mapToLong(bytes -> bytes.length).sum();
    };
  }

  /** An event's share of its record's size, in bytes. */
  public static long of(OutboxEvent event) {
    RecordEncoder<Attribute> encoder =
        new RecordEncoder<>(
            OutboxSchema.defaults(),
            new PayloadEncoder<>(ItemFactory.INSTANCE, PayloadEncoder.NEVER));
    return 1 + of(Attribute.map(Item.ofOwned(encoder.event(event))));
  }

  private static long list(List<? extends AttributeView> elements) {
    long size = 3;
    for (AttributeView element : elements) {
      size += 1 + of(element);
    }
    return size;
  }

  /**
   * One byte for every two decimal places with significant digits, counted from the decimal point;
   * one more for the exponent, and one for a minus sign.
   */
  private static long number(String decimal) {
    BigDecimal number;
    try {
      number = new BigDecimal(decimal);
    } catch (NumberFormatException e) {
      return MAX_NUMBER_BYTES;
    }
    if (number.signum() == 0) {
      return 1;
    }
    BigDecimal stripped = number.stripTrailingZeros();
    // With an odd scale, the last digit is the first one of a pair.
    long digits = stripped.precision() + (stripped.scale() & 1L);
    long pairs = (digits + 1) / 2;
    return Math.min(MAX_NUMBER_BYTES, pairs + 1 + (number.signum() == -1 ? 1 : 0));
  }

  /** The length of a text in UTF-8, without encoding it. */
  public static long utf8Length(String text) {
    long length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        length += 1;
      } else if (c < 0x800) {
        length += 2;
      } else if (isPair(text, i)) {
        length += 4;
        i++;
      } else {
        length += 3;
      }
    }
    return length;
  }

  private static boolean isPair(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1));
  }
}
