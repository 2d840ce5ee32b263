package io.github.dynamooutbox.examples.orders;

import io.github.dynamooutbox.writer.Aggregate;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A business entity, stored as one item with an id and a version. */
interface Entity {
  /** The kind, which is also the type of the aggregate. */
  String type();

  String id();

  /** Starts at 1 and increases by one with each commit. */
  long version();

  /** All attributes but key and version. */
  Map<String, AttributeValue> attributes();

  /**
   * The aggregate of this change's events. The version that guards the item is also the sequence of
   * the events.
   */
  default Aggregate aggregate() {
    return Aggregate.of(type(), id()).at(version());
  }
}
