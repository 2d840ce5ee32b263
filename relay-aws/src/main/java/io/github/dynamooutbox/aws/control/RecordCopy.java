package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A parked event's copy of its record: a map, which people can read. What cannot be read as a
 * record may be anything that DynamoDB stores: a copy as large or as deep as an item can be does
 * not fit into another item as a map, and is deflated.
 */
final class RecordCopy {
  private static final String MAP = "record";
  private static final String DEFLATED = "recordDeflated";
  private static final int VERSION = 1;

  /** DynamoDB's 32 levels are 31 lists or maps and a value; the copy lies one deeper. */
  private static final int MAX_DEPTH = 30;

  private RecordCopy() {}

  static void put(ItemView record, Map<String, AttributeValue> item) {
    if (RecordSize.of(record) <= FormatLimits.MAX_RECORD_BYTES && depth(record) <= MAX_DEPTH) {
      item.put(MAP, AttributeValue.fromM(SdkItem.attributesOf(record)));
    } else {
      byte[] form = Deflated.of(VERSION, ItemForm.encode(record));
      item.put(DEFLATED, AttributeValues.binary(form));
    }
  }

  static boolean isDeflated(Map<String, AttributeValue> item) {
    return item.containsKey(DEFLATED);
  }

  static Item of(Map<String, AttributeValue> item) {
    AttributeValue map = item.get(MAP);
    return map != null
        ? Item.copyOf(new SdkItem(map.m()))
        : ItemForm.decode(Deflated.plain(AttributeValues.bytesOf(item, DEFLATED)));
  }

  /** How deep an item's maps and lists are nested. */
  private static int depth(ItemView item) {
    int depth = 0;
    for (String name : item.names()) {
      depth = Math.max(depth, depth(Objects.requireNonNull(item.get(name), name)));
    }
    return depth;
  }

  private static int depth(AttributeView value) {
    return switch (value.type()) {
      case M -> 1 + depth(value.map());
      case L -> 1 + deepest(value.list());
      default -> 0;
    };
  }

  private static int deepest(List<? extends AttributeView> elements) {
    return elements.stream().mapToInt(RecordCopy::depth).max().orElse(0);
  }
}
