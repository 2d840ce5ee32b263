package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.parked.ParkedReader;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Parked events with their records in DynamoDB's JSON. Contains payloads: an operator asked. */
record ParkedItemsReport(List<ParkedEvent> events, RecordCodec codec, boolean more, String nothing)
    implements Report {
  ParkedItemsReport {
    events = List.copyOf(events);
  }

  @Override
  public void print(Page page) {
    if (events.isEmpty()) {
      page.line(nothing);
      return;
    }
    for (ParkedEvent event : events) {
      page.line(json(event).toString());
    }
    if (more) {
      page.line("There are more: raise --limit.");
    }
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("events");
    events.forEach(event -> all.add(json(event)));
    document.put("more", more);
    return document;
  }

  private ObjectNode json(ParkedEvent event) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    new ParkedReader(codec).row(event).write(node);
    node.set("item", item(event.item()));
    return node;
  }

  private static ObjectNode item(ItemView item) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    for (String name : new TreeSet<>(item.names())) {
      node.set(name, value(Objects.requireNonNull(item.get(name), name)));
    }
    return node;
  }

  private static ObjectNode value(AttributeView value) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    String type = value.type().name();
    switch (value.type()) {
      case S -> node.put(type, value.string());
      case N -> node.put(type, value.number());
      case B -> node.put(type, Base64.getEncoder().encodeToString(value.bytes()));
      case BOOL -> node.put(type, value.bool());
      case NULL -> node.put(type, true);
      case M -> node.set(type, item(value.map()));
      case L -> {
        ArrayNode all = node.putArray(type);
        value.list().forEach(each -> all.add(value(each)));
      }
      case SS, NS -> {
        ArrayNode all = node.putArray(type);
        value.strings().forEach(all::add);
      }
      case BS -> {
        ArrayNode all = node.putArray(type);
        value.binaries().forEach(each -> all.add(Base64.getEncoder().encodeToString(each)));
      }
    }
    return node;
  }
}
