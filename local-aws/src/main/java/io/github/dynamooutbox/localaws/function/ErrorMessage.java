package io.github.dynamooutbox.localaws.function;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The readable part of the error document that a runtime posts. */
final class ErrorMessage {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ErrorMessage() {}

  static String of(String document) {
    try {
      JsonNode error = JSON.readTree(document);
      return error.path("errorType").asText("") + " " + error.path("errorMessage").asText("");
    } catch (JsonProcessingException e) {
      return "the runtime posted an error that is not JSON";
    }
  }
}
