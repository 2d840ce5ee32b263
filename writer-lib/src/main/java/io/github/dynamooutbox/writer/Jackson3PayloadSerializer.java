package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;
import java.nio.ByteBuffer;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes payloads as JSON text with Jackson 3, content type {@code application/json}. For services
 * with {@code tools.jackson.core:jackson-databind}, which is not a dependency of the outbox.
 * Thread-safe.
 *
 * <pre>{@code
 * Outbox.builder(client).serializer(new Jackson3PayloadSerializer())
 * }</pre>
 */
public final class Jackson3PayloadSerializer implements PayloadSerializer {
  private static final String CONTENT_TYPE = "application/json";

  private final ObjectMapper mapper;

  /**
   * Uses a mapper with Jackson 3's defaults and the modules on the class path, which refuses a
   * {@code byte[]} or {@code ByteBuffer}: Jackson would write it in base64. Use a text, or a mapper
   * of your own.
   */
  public Jackson3PayloadSerializer() {
    this(
        JsonMapper.builder()
            .findAndAddModules()
            .addModule(
                new SimpleModule()
                    .addSerializer(byte[].class, new RefusedBytes<>())
                    .addSerializer(ByteBuffer.class, new RefusedBytes<>()))
            .build());
  }

  public Jackson3PayloadSerializer(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * @throws PayloadSerializationException if Jackson cannot write the object
   */
  @Override
  public Serialized serialize(Object payload, PayloadContext context) {
    try {
      return new Serialized(Payload.of(mapper.writeValueAsString(payload)), CONTENT_TYPE);
    } catch (JacksonException e) {
      throw PayloadSerializationException.byJackson(payload, where(e), e);
    }
  }

  /** Bytes in JSON are a decision that a service makes itself. */
  private static final class RefusedBytes<T> extends ValueSerializer<T> {
    @Override
    public void serialize(T bytes, JsonGenerator json, SerializationContext context) {
      throw InvalidDefinitionException.from(
          json, "bytes would become base64", context.constructType(bytes.getClass()));
    }
  }

  /** Jackson's own message contains keys of maps, which are part of the payload. */
  private static String where(JacksonException failure) {
    StringBuilder where = new StringBuilder();
    for (JacksonException.Reference step : failure.getPath()) {
      where.append(
          PayloadSerializationException.step(
              step.from() instanceof Map, step.getIndex(), step.getPropertyName()));
    }
    if (failure instanceof InvalidDefinitionException undefined && undefined.getType() != null) {
      where.append(": it does not know how to write ").append(undefined.getType().getRawClass());
    }
    return where.toString();
  }
}
