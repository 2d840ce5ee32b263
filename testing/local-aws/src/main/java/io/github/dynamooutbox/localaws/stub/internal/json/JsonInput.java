package io.github.dynamooutbox.localaws.stub.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A structure of a request, read member by member. */
public final class JsonInput {
  private final JsonNode node;
  private final Wire wire;

  JsonInput(JsonNode node, Wire wire) {
    this.node = node;
    this.wire = wire;
  }

  public Optional<String> text(String member) {
    return present(member).map(JsonNode::asText);
  }

  public String requiredText(String member) {
    return text(member).orElseThrow(() -> missing(member));
  }

  public OptionalInt integer(String member) {
    return present(member)
        .map(value -> OptionalInt.of(value.asInt()))
        .orElseGet(OptionalInt::empty);
  }

  public Optional<Instant> instant(String member) {
    return present(member).map(wire::instant);
  }

  public Optional<JsonInput> structure(String member) {
    return present(member).map(value -> new JsonInput(value, wire));
  }

  /** Binary data: bytes in CBOR, Base64 in JSON. */
  public byte[] requiredBytes(String member) {
    JsonNode value = present(member).orElseThrow(() -> missing(member));
    try {
      return value.binaryValue();
    } catch (IOException e) {
      throw ServiceError.badRequest("SerializationException", member + " is not Base64.");
    }
  }

  /** Binary data that is bytes in the encoding itself, as in CBOR. */
  public byte[] requiredRawBytes(String member) {
    JsonNode value = present(member).orElseThrow(() -> missing(member));
    if (!value.isBinary()) {
      throw ServiceError.badRequest("SerializationException", member + " is not a byte string.");
    }
    return requiredBytes(member);
  }

  /** A map of strings; empty if it is missing. */
  public Map<String, String> textsByName(String member) {
    Map<String, String> texts = new LinkedHashMap<>();
    node.path(member)
        .properties()
        .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }

  public boolean has(String member) {
    return present(member).isPresent();
  }

  /** A list of structures; empty if it is missing. */
  public List<JsonInput> structures(String member) {
    List<JsonInput> structures = new ArrayList<>();
    node.path(member).forEach(element -> structures.add(new JsonInput(element, wire)));
    return structures;
  }

  /** A list of strings; empty if it is missing. */
  public List<String> texts(String member) {
    List<String> texts = new ArrayList<>();
    node.path(member).forEach(element -> texts.add(element.asText()));
    return texts;
  }

  private Optional<JsonNode> present(String member) {
    JsonNode value = node.path(member);
    return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private static ServiceError missing(String member) {
    return invalid("null", member, "Member must not be null");
  }

  /** The error for a member that breaks a rule, worded as the services word it. */
  public static ServiceError invalid(String value, String member, String rule) {
    String name = member.substring(0, 1).toLowerCase(Locale.ROOT) + member.substring(1);
    return ServiceError.badRequest(
        "ValidationException",
        "1 validation error detected: Value "
            + value
            + " at '"
            + name
            + "' failed to satisfy constraint: "
            + rule);
  }
}
