package io.github.dynamooutbox.cli.internal.verdict;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.util.List;

/**
 * Why the events of a group are parked, the most frequent cause first. What is only queued behind a
 * failed event has no cause of its own.
 *
 * @param looked how many of the group's events were looked at, those that have waited longest
 */
public record GroupCauses(String target, ParkReason reason, long looked, List<CauseCount> causes) {
  public GroupCauses {
    causes = List.copyOf(causes);
  }

  boolean isOf(ParkedGroup group) {
    return target.equals(group.target()) && reason == group.reason();
  }

  void write(ObjectNode node) {
    node.put("target", target).put("reason", reason.name()).put("looked", looked);
    ArrayNode all = node.putArray("causes");
    causes.forEach(each -> each.write(all.addObject()));
  }
}
