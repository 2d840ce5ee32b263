package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ValidationMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Says what is wrong at a path of the document, and what would be valid. */
final class DocumentProblem {
  private DocumentProblem() {}

  /** Returns nothing for what another message explains better. */
  static List<String> describe(ValidationMessage message, JsonNode schema) {
    String path = path(message.getInstanceLocation().toString());
    JsonNode rule = message.getSchemaNode();
    JsonNode around = around(message, schema);
    String keyword = message.getType();
    return switch (keyword) {
      case "if", "then", "allOf", "$ref" -> List.of();
      case "required" -> List.of(at(path, message.getProperty()) + ": is missing");
      case "additionalProperties", "unevaluatedProperties" ->
          List.of(
              "%s: unknown key; known: %s"
                  .formatted(at(path, message.getProperty()), keys(around)));
      case "dependentRequired" ->
          List.of(
              "%s: is missing; %s needs it"
                  .formatted(at(path, argument(message, 0)), argument(message, 1)));
      case "const" -> List.of(value(path, message) + " must be " + rule + reason(around));
      case "enum" -> List.of(value(path, message) + " must be one of: " + values(rule));
      case "minimum", "maximum" ->
          List.of(
              value(path, message)
                  + " must be from "
                  + around.path("minimum")
                  + " to "
                  + around.path("maximum"));
      case "pattern" -> List.of(value(path, message) + " " + form(around));
      case "propertyNames" -> List.of(at(path, message.getProperty()) + ": " + form(rule));
      case "minProperties" -> List.of(path + ": is empty; name at least one, or remove it");
      case "maxProperties" ->
          List.of(
              "%s: has %d, and at most %s are possible"
                  .formatted(path, message.getInstanceNode().size(), rule));
      case "type" -> List.of(value(path, message) + " must be of type " + rule.asText());
      default -> List.of(path + ": " + plain(message.getMessage()));
    };
  }

  /** Without its regular expression. */
  private static String form(JsonNode around) {
    return around.path("patternErrorMessage").asText("has another form");
  }

  private static String argument(ValidationMessage message, int index) {
    return String.valueOf(message.getArguments()[index]);
  }

  private static String reason(JsonNode around) {
    return around.has("description") ? ". " + around.path("description").asText() : "";
  }

  private static String value(String path, ValidationMessage message) {
    JsonNode found = message.getInstanceNode();
    return path + ": " + (found.isContainerNode() ? "this value" : found);
  }

  private static String keys(JsonNode around) {
    List<String> known = new ArrayList<>();
    around.path("properties").fieldNames().forEachRemaining(known::add);
    return known.isEmpty() ? "none" : known.stream().sorted().collect(Collectors.joining(", "));
  }

  private static String values(JsonNode allowed) {
    return StreamSupport.stream(allowed.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.joining(", "));
  }

  /** The schema object that holds the keyword that was violated. */
  private static JsonNode around(ValidationMessage message, JsonNode schema) {
    String fragment = String.valueOf(message.getSchemaLocation().getFragment());
    int last = fragment.lastIndexOf('/');
    return last < 0 ? schema : schema.at(fragment.substring(0, last));
  }

  private static String path(String location) {
    return location.startsWith("$.") ? location.substring(2) : location.replaceFirst("^\\$", "");
  }

  private static String at(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static String plain(String message) {
    return message.replaceFirst("^\\$[^:]*: ", "");
  }
}
