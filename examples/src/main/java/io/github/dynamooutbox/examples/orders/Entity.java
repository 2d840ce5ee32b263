package io.github.dynamooutbox.examples.orders;

import io.github.dynamooutbox.writer.Aggregate;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the table keeps one item of: something with an id and a version. */
interface Entity {
  /** The kind, which is also the type of the aggregate. */
  String type();

  String id();

  /** Begins with 1; one higher with each commit. */
  long version();

  /** All attributes but key and version. */
  Map<String, AttributeValue> attributes();

  /**
   * Where events of this change belong. The version that guards the item is the events' sequence
   * too.
   */
  default Aggregate aggregate() {
    return Aggregate.of(type(), id()).at(version());
  }
}
