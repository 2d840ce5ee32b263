package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.relay.park.ParkedEvent;

/** A parked event as JSON, without payload. */
final class ParkedEventJson {
  private ParkedEventJson() {}

  static void write(ObjectNode node, ParkedEvent event) {
    node.put("target", event.place().lane().target())
        .put("aggregate", event.place().lane().aggregate())
        .put("record", event.place().record().partition() + '/' + event.place().record().sort())
        .put("index", event.place().index())
        .put("reason", event.cause().reason().name())
        .put("code", event.cause().code())
        .put("message", event.cause().message())
        .put("attempts", event.attempts().count())
        .put("parkedAt", event.attempts().last().toString());
  }
}
