package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The item that every batch reads before it is sent.
 *
 * @param held backlogs that are held
 * @param lanes flags of the parts in which lanes may be closed
 * @param leaving flags that are about to be lowered
 * @param served the last mark of each target of which a redrive has published something
 */
record HeadItem(
    Set<QueueName.Part> held, Set<String> lanes, Set<String> leaving, Map<String, String> served) {
  static final String HELD = "held";
  static final String LANES = "lanes";
  static final String LEAVING = "leaving";

  /** What the names of the marks start with. */
  static final String SERVED = "served#";

  static HeadItem of(Map<String, AttributeValue> item) {
    Set<QueueName.Part> held = new HashSet<>();
    strings(item, HELD).forEach(flag -> held.add(QueueKeys.partOf(flag)));
    Map<String, String> served = new HashMap<>();
    item.forEach(
        (name, value) -> {
          if (name.startsWith(SERVED)) {
            served.put(name.substring(SERVED.length()), value.s());
          }
        });
    return new HeadItem(
        held, Set.copyOf(strings(item, LANES)), Set.copyOf(strings(item, LEAVING)), served);
  }

  private static List<String> strings(Map<String, AttributeValue> item, String name) {
    AttributeValue set = item.get(name);
    return set == null ? List.of() : set.ss();
  }
}
