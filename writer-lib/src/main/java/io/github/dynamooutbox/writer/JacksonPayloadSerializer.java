package io.github.dynamooutbox.writer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.format.Payload;

/**
 * Writes payloads as JSON text with Jackson, content type {@code application/json}. Thread-safe as
 * long as its mapper is not reconfigured.
 */
public final class JacksonPayloadSerializer implements PayloadSerializer {
  private static final String CONTENT_TYPE = "application/json";

  private final ObjectMapper mapper;

  /**
   * With a mapper that knows the modules on the class path and writes times as ISO 8601 text. Types
   * of {@code java.time} need {@code jackson-datatype-jsr310} there, which this library does not
   * bring.
   */
  public JacksonPayloadSerializer() {
    this(
        JsonMapper.builder()
            .findAndAddModules()
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build());
  }

  public JacksonPayloadSerializer(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * @throws PayloadSerializationException if Jackson cannot write the object
   */
  @Override
  public Serialized serialize(Object payload) {
    try {
      return new Serialized(Payload.of(mapper.writeValueAsString(payload)), CONTENT_TYPE);
    } catch (JsonProcessingException e) {
      throw new PayloadSerializationException(
          "Jackson cannot write a payload of " + payload.getClass().getName(), e);
    }
  }
}
