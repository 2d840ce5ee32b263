package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * An event that was just committed.
 *
 * @param routed the targets that its routes name; empty if no route takes it
 */
record TailReport(
    Envelope event, Optional<Set<String>> routed, Optional<Function<Payload, String>> payload)
    implements Report {
  @Override
  public void print(Page page) {
    page.line(
        "%s  %s%s  %s  %s  %s"
            .formatted(
                event.record().context().writtenAt(),
                event.aggregate(),
                event.record().sequence().isPresent()
                    ? " " + event.record().sequence().getAsLong()
                    : "",
                event.event().type(),
                event.event().id(),
                destination()));
    payload.ifPresent(view -> page.line("  " + view.apply(event.event().data())));
  }

  private String destination() {
    return routed
        .map(names -> names.isEmpty() ? "dropped" : "to " + String.join(", ", new TreeSet<>(names)))
        .orElse("no route takes it");
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    OutboxRecord record = event.record();
    document
        .put("committed", record.context().writtenAt().toString())
        .put("aggregate", record.aggregate().toString());
    record.sequence().ifPresent(sequence -> document.put("sequence", sequence));
    document.put("type", event.event().type()).put("id", event.event().id());
    record
        .context()
        .get(ContextAttribute.TENANT)
        .ifPresent(tenant -> document.put("tenant", tenant));
    routed.ifPresent(
        names -> {
          ArrayNode to = document.putArray("to");
          new TreeSet<>(names).forEach(to::add);
        });
    payload.ifPresent(view -> document.put("payload", view.apply(event.event().data())));
    return document;
  }
}
