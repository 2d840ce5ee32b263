package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;

/** An event of a record as JSON, without payload. */
final class CommittedEventJson {
  private CommittedEventJson() {}

  static void write(ObjectNode node, OutboxRecord record, OutboxEvent event) {
    node.put("committed", record.context().writtenAt().toString())
        .put("aggregate", record.aggregate().toString());
    record.sequence().ifPresent(sequence -> node.put("sequence", sequence));
    node.put("type", event.type()).put("id", event.id());
    record.context().get(ContextAttribute.TENANT).ifPresent(tenant -> node.put("tenant", tenant));
  }
}
