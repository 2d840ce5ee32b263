package io.github.dynamooutbox.cli.internal.dev;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.relay.decode.Envelope;

/** An event that a target has accepted. */
record RelayedReport(Envelope event, String target) implements Report {
  @Override
  public void print(Page page) {
    page.line(
        "%s  %s%s  %s  to %s"
            .formatted(
                event.record().context().writtenAt(),
                event.aggregate(),
                event.record().sequence().isPresent()
                    ? " " + event.record().sequence().getAsLong()
                    : "",
                event.event().type(),
                target));
  }

  @Override
  public ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("writtenAt", event.record().context().writtenAt().toString())
        .put("aggregate", event.aggregate().toString())
        .put("type", event.event().type())
        .put("id", event.event().id())
        .put("target", target);
  }
}
