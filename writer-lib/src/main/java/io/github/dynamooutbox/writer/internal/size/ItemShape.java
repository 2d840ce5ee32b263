package io.github.dynamooutbox.writer.internal.size;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A quick check of the values in an action: every value must have a type, and their size gets an
 * upper bound. Exact sizes cost more and are counted only near a limit.
 */
public final class ItemShape {
  /** A Java {@code char} has at most 3 bytes in UTF-8: a code point of 4 bytes is two of them. */
  private static final long BYTES_PER_CHARACTER = 3;

  /** DynamoDB: a number has at most 38 digits, in 21 bytes. */
  private static final long NUMBER_BYTES = 21;

  /** Keeps any sum below zero: no item comes near a terabyte. */
  private static final long UNTYPED = -(1L << 40);

  private ItemShape() {}

  /**
   * An upper bound of the size of the attributes, in bytes; negative if one of the values is null
   * or has no type.
   */
  public static long largestSize(Map<String, AttributeValue> attributes) {
    return members(attributes);
  }

  public static long largestSize(String text) {
    return text.length() * BYTES_PER_CHARACTER;
  }

  private static long members(Map<String, AttributeValue> attributes) {
    long size = 0;
    for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
      size += largestSize(attribute.getKey()) + 1 + of(attribute.getValue());
    }
    return size;
  }

  private static long of(@Nullable AttributeValue value) {
    if (value == null) {
      return UNTYPED;
    }
    return switch (value.type()) {
      case S -> largestSize(value.s());
      case N -> NUMBER_BYTES;
      case B -> length(value.b());
      case BOOL, NUL -> 1;
      case M -> 3 + members(value.m());
      case L -> elements(value.l());
      case SS -> texts(value.ss());
      case NS -> NUMBER_BYTES * value.ns().size();
      case BS -> binaries(value.bs());
      case UNKNOWN_TO_SDK_VERSION -> UNTYPED;
    };
  }

  private static long elements(List<AttributeValue> elements) {
    long size = 3;
    for (AttributeValue element : elements) {
      size += 1 + of(element);
    }
    return size;
  }

  private static long texts(List<String> texts) {
    long size = 0;
    for (String text : texts) {
      size += largestSize(text);
    }
    return size;
  }

  private static long binaries(List<SdkBytes> binaries) {
    long size = 0;
    for (SdkBytes binary : binaries) {
      size += length(binary);
    }
    return size;
  }

  private static long length(SdkBytes bytes) {
    return bytes.asByteArrayUnsafe().length;
  }

  /** The path of the first value without a type. There must be one. */
  public static String untypedIn(Map<String, AttributeValue> attributes) {
    for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
      if (of(attribute.getValue()) < 0) {
        return attribute.getKey() + below(attribute.getValue());
      }
    }
    throw new IllegalStateException("every value has a type");
  }

  private static String below(@Nullable AttributeValue value) {
    if (value == null) {
      return "";
    }
    if (value.hasM()) {
      return "." + untypedIn(value.m());
    }
    if (value.hasL()) {
      for (int i = 0; i < value.l().size(); i++) {
        if (of(value.l().get(i)) < 0) {
          return "[" + i + "]" + below(value.l().get(i));
        }
      }
    }
    return "";
  }
}
