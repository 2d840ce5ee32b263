package io.github.dynamooutbox.localaws.stub.internal.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.WireReply;
import io.github.dynamooutbox.localaws.stub.internal.WireRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/**
 * The two encodings of the AWS JSON protocol, which differ in bytes and in how they write a time,
 * and that of Smithy RPC v2.
 */
public final class Wire {
  private static final Wire JSON =
      new Wire("application/x-amz-json-1.1", new JsonMapper(), 3, Map.of());
  private static final Wire CBOR =
      new Wire("application/x-amz-cbor-1.1", new CBORMapper(), 0, Map.of());

  /** The Smithy specification, "Smithy RPC v2 CBOR": its responses must name the protocol, too. */
  private static final Wire RPC =
      new Wire("application/cbor", new CBORMapper(), 3, Map.of("smithy-protocol", "rpc-v2-cbor"));

  private final String contentType;
  private final ObjectMapper mapper;

  /** Decimal places of a timestamp whose last digit is a millisecond. */
  private final int timeScale;

  private final Map<String, String> headers;

  private Wire(
      String contentType, ObjectMapper mapper, int timeScale, Map<String, String> headers) {
    this.headers = headers;
    this.contentType = contentType;
    this.mapper = mapper;
    this.timeScale = timeScale;
  }

  /** The encoding that a request has, and that its answer must have. */
  public static Wire of(WireRequest request) {
    if (request.header("smithy-protocol").isPresent()) {
      return RPC;
    }
    return request
        .header("Content-Type")
        .filter(type -> type.startsWith(CBOR.contentType))
        .map(type -> CBOR)
        .orElse(JSON);
  }

  JsonNode read(byte[] body) {
    try {
      JsonNode node = mapper.readTree(body);
      if (!node.isObject()) {
        throw ServiceError.badRequest("SerializationException", "The body is not an object.");
      }
      return node;
    } catch (IOException e) {
      throw ServiceError.badRequest("SerializationException", "The body cannot be parsed.");
    }
  }

  WireReply reply(int status, ObjectNode body) {
    try {
      return new WireReply(status, contentType, headers, mapper.writeValueAsBytes(body));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("an answer of the stub could not be encoded", e);
    }
  }

  /** The protocol's error. */
  public WireReply error(ServiceError error) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("__type", error.code());
    body.put("message", error.text());
    return reply(error.status(), body);
  }

  Instant instant(JsonNode node) {
    return Instant.ofEpochMilli(node.decimalValue().movePointRight(timeScale).longValue());
  }

  /** Writes a time as this encoding does: seconds with a fraction, or milliseconds. */
  void put(ObjectNode node, String field, Instant time) {
    if (timeScale == 0) {
      node.put(field, time.toEpochMilli());
    } else {
      node.put(field, BigDecimal.valueOf(time.toEpochMilli(), timeScale));
    }
  }
}
