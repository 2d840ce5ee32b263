package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

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

  /** Uses a mapper with Jackson 3's defaults and the modules on the class path. */
  public Jackson3PayloadSerializer() {
    this(JsonMapper.builder().findAndAddModules().build());
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
