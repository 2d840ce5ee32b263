package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.infra.TableSettings.Replication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The document of one stack: the part that all stacks share, with what is different in an
 * environment or a region merged into it.
 *
 * @param where prefix that distinguishes its errors from those of other stacks
 */
record StackDocument(String where, ObjectNode document, Replication replication) {
  private static final String SECTION = "infrastructure";

  /** One for each environment, with the replicas of its table still in the document. */
  static List<StackDocument> environments(ObjectNode document) {
    ObjectNode base = document.deepCopy();
    JsonNode environments = section(base).remove("environments");
    if (environments == null) {
      return List.of(new StackDocument("", pruned(base), Replication.NONE));
    }
    List<StackDocument> stacks = new ArrayList<>();
    for (Map.Entry<String, JsonNode> environment : environments.properties()) {
      String name = environment.getKey();
      ObjectNode merged = base.deepCopy();
      merge(merged, environment.getValue());
      if (!environment.getValue().path(SECTION).has("stackName")) {
        section(merged).put("stackName", stackName(merged) + "-" + name);
      }
      String where = "infrastructure.environments.%s: ".formatted(name);
      stacks.add(new StackDocument(where, merged, Replication.NONE));
    }
    return stacks;
  }

  /** Leaves room for a hash and for the longest names of an environment and a region: 128. */
  private static final int LONGEST_NAME = 64;

  /**
   * As configured, or after the table. Tables whose names differ only in what a stack's name cannot
   * contain, or after what it has room for, get different ones.
   */
  static String stackName(ObjectNode document) {
    return TableSettings.text(document.path(SECTION), "stackName")
        .orElseGet(() -> "Outbox-" + stackPart(document.path("table").path("name").asText()));
  }

  private static String stackPart(String table) {
    String part = table.replaceAll("[^A-Za-z0-9-]", "-");
    return part.equals(table) && part.length() <= LONGEST_NAME
        ? table
        : "%s-%08x"
            .formatted(part.substring(0, Math.min(part.length(), LONGEST_NAME)), table.hashCode());
  }

  /** One for each region: a replica comes after its table. */
  List<StackDocument> regions() {
    JsonNode table = document.path(SECTION).path("table");
    if (!table.has("replicas")) {
      return List.of(this);
    }
    ObjectNode base = document.deepCopy();
    JsonNode replicas = ((ObjectNode) base.path(SECTION).path("table")).remove("replicas");
    List<String> names = new ArrayList<>();
    replicas.fieldNames().forEachRemaining(names::add);
    List<StackDocument> stacks = new ArrayList<>();
    stacks.add(
        new StackDocument(
            where,
            onlyOf(base.path(SECTION).path("region").asText(), base.deepCopy()),
            new Replication(names, false)));
    for (String region : names) {
      ObjectNode merged = base.deepCopy();
      merge(merged, replicas.path(region));
      section(merged).put("region", region).put("stackName", stackName(merged) + "-" + region);
      stacks.add(
          new StackDocument(
              where + "infrastructure.table.replicas." + region + ": ",
              onlyOf(region, merged),
              new Replication(List.of(), true)));
    }
    return stacks;
  }

  /** A region's stream shows what was written in every region. */
  private static ObjectNode onlyOf(String region, ObjectNode document) {
    if (!region.isEmpty()) {
      document.withObject("/relay").putArray("regions").add(region);
    }
    return document;
  }

  private static ObjectNode section(ObjectNode document) {
    return document.withObject("/" + SECTION);
  }

  private static ObjectNode pruned(ObjectNode document) {
    if (document.path(SECTION).isEmpty()) {
      document.remove(SECTION);
    }
    return document;
  }

  /** As in RFC 7386: objects are merged, null removes, anything else replaces. */
  private static void merge(ObjectNode into, JsonNode patch) {
    for (Map.Entry<String, JsonNode> change : patch.properties()) {
      JsonNode value = change.getValue();
      if (value.isNull()) {
        into.remove(change.getKey());
      } else if (value.isObject()) {
        JsonNode there = into.get(change.getKey());
        ObjectNode merged = there instanceof ObjectNode object ? object : into.objectNode();
        merge(merged, value);
        into.set(change.getKey(), merged);
      } else {
        into.set(change.getKey(), value);
      }
    }
  }
}
