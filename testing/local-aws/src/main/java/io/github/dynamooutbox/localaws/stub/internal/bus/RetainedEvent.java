package io.github.dynamooutbox.localaws.stub.internal.bus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;

/** An event as a bus keeps it, and in the forms in which it hands it out. */
record RetainedEvent(
    PublishedEntry entry, String id, long sequence, Account account, Instant acceptedAt) {
  Optional<String> groupId() {
    return entry.groupId();
  }

  /** The payload alone: the bytes as they were published, or the envelope of Classic. */
  String raw() {
    return entry.classic().isPresent() ? classicEnvelope().toString() : entry.text();
  }

  /** The event under its three names. */
  String withMetadata() {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.set("Data", data());
    ObjectNode metadata = event.putObject("Metadata");
    entry.metadata().forEach(metadata::put);
    ObjectNode system = event.putObject("SystemMetadata");
    system.put("aws:EventId", id);
    system.put("aws:SequenceNumber", Long.toString(sequence));
    system.put("aws:DeliveryType", "LIVE");
    system.put("ContentType", entry.contentType());
    entry.groupId().ifPresent(group -> system.put("EventGroupId", group));
    entry.deduplicationId().ifPresent(key -> system.put("DeduplicationId", key));
    return event.toString();
  }

  private JsonNode data() {
    if (entry.classic().isPresent()) {
      return classicEnvelope();
    }
    boolean json = entry.contentType().equals("application/json");
    return json
        ? entry.parsed().orElseThrow()
        : JsonNodeFactory.instance.textNode(
            Base64.getEncoder().encodeToString(entry.data().asByteArrayUnsafe()));
  }

  private ObjectNode classicEnvelope() {
    var classic = entry.classic().orElseThrow();
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("version", "0");
    event.put("id", id);
    event.put("detail-type", classic.detailType());
    event.put("source", classic.source());
    event.put("account", account.id());
    event.put("time", classic.time().truncatedTo(ChronoUnit.SECONDS).toString());
    event.put("region", account.region());
    classic.resources().forEach(event.putArray("resources")::add);
    event.set("detail", entry.parsed().orElseThrow());
    return event;
  }
}
