package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import java.util.Map;
import java.util.TreeMap;

/** Parts of the lanes that another run is working on, and which run. */
record BusyParts(Map<Integer, Lease> parts) {
  BusyParts {
    parts = new TreeMap<>(parts);
  }

  void print(Page page) {
    parts.forEach(
        (part, lease) ->
            page.line(
                "Part %d is busy: %s is working on it, until %s at the latest."
                    .formatted(part, lease.owner(), lease.until())));
  }

  void addTo(ObjectNode document) {
    ArrayNode busy = document.putArray("busy");
    parts.forEach(
        (part, lease) ->
            busy.addObject()
                .put("part", part)
                .put("owner", lease.owner())
                .put("until", lease.until().toString()));
  }
}
