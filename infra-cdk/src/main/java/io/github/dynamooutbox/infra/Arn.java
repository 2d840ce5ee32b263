package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An ARN in the document.
 *
 * @param path the path of its key
 * @param name its last part: the resource
 */
record Arn(String path, String text, String partition, String region, String account, String name) {
  private static final int PARTS = 6;

  static Arn of(String path, String text) {
    String[] parts = text.split(":", PARTS);
    return new Arn(path, text, parts[1], parts[3], parts[4], parts[5]);
  }

  /** All ARNs in a document, the table's first. */
  static List<Arn> all(JsonNode document) {
    List<Arn> found = new ArrayList<>();
    collect("infrastructure.table.", document.at("/infrastructure/table"), found);
    for (Map.Entry<String, JsonNode> section : document.path("infrastructure").properties()) {
      if (!section.getKey().equals("table")) {
        collect("infrastructure." + section.getKey() + ".", section.getValue(), found);
      }
    }
    for (Map.Entry<String, JsonNode> target : document.path("targets").properties()) {
      String path = "targets." + target.getKey() + ".";
      collect(path, target.getValue(), found);
      collect(path + "authentication.", target.getValue().path("authentication"), found);
    }
    return found;
  }

  private static void collect(String path, JsonNode section, List<Arn> found) {
    for (Map.Entry<String, JsonNode> key : section.properties()) {
      String text = key.getValue().asText();
      // What is not an ARN where it should be one is reported by the key's reader.
      if (text.startsWith("arn:") && text.split(":", PARTS).length == PARTS) {
        found.add(of(path + key.getKey(), text));
      }
    }
  }
}
