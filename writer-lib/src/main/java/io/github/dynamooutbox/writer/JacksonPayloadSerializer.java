package io.github.dynamooutbox.writer;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.github.dynamooutbox.format.Payload;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Writes payloads as JSON text with Jackson, content type {@code application/json}. Thread-safe as
 * long as its mapper is not reconfigured.
 */
public final class JacksonPayloadSerializer implements PayloadSerializer {
  private static final String CONTENT_TYPE = "application/json";

  private final ObjectMapper mapper;

  /**
   * Uses a mapper that knows records, {@code java.time}, {@code Optional} and the modules on the
   * class path, writes times as ISO 8601 text, and refuses a {@code byte[]} or {@code ByteBuffer},
   * which Jackson would write in base64: use a text, or a mapper of your own.
   */
  public JacksonPayloadSerializer() {
    this(
        JsonMapper.builder()
            .findAndAddModules()
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .addModule(
                new SimpleModule()
                    .addSerializer(byte[].class, new RefusedBytes<>())
                    .addSerializer(ByteBuffer.class, new RefusedBytes<>()))
            .build());
  }

  public JacksonPayloadSerializer(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * @throws PayloadSerializationException if Jackson cannot write the object
   */
  @Override
  public Serialized serialize(Object payload, PayloadContext context) {
    try {
      return new Serialized(Payload.of(mapper.writeValueAsString(payload)), CONTENT_TYPE);
    } catch (JsonProcessingException e) {
      throw PayloadSerializationException.byJackson(payload, where(e), e);
    }
  }

  /** Bytes in JSON are a decision that a service makes itself. */
  private static final class RefusedBytes<T> extends JsonSerializer<T> {
    @Override
    public void serialize(T bytes, JsonGenerator json, SerializerProvider provider)
        throws JsonMappingException {
      throw InvalidDefinitionException.from(
          json, "bytes would become base64", provider.constructType(bytes.getClass()));
    }
  }

  /** Jackson's own message contains keys of maps, which are part of the payload. */
  private static String where(JsonProcessingException failure) {
    StringBuilder where = new StringBuilder();
    if (failure instanceof JsonMappingException mapping) {
      for (JsonMappingException.Reference step : mapping.getPath()) {
        where.append(
            PayloadSerializationException.step(
                step.getFrom() instanceof Map, step.getIndex(), step.getFieldName()));
      }
    }
    if (failure instanceof InvalidDefinitionException undefined && undefined.getType() != null) {
      where.append(": it does not know how to write ").append(undefined.getType().getRawClass());
    }
    return where.toString();
  }
}
