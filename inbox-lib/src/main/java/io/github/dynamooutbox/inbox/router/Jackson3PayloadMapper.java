package io.github.dynamooutbox.inbox.router;

import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.io.IOException;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * Reads payloads with Jackson 3, for consumers with {@code tools.jackson.core:jackson-databind},
 * which is not a dependency of the inbox. Thread-safe.
 *
 * <pre>{@code
 * EventRouter.builder(new Jackson3PayloadMapper(mapper)).on("OrderPlaced", OrderPlaced.class, ...)
 * }</pre>
 */
public final class Jackson3PayloadMapper implements PayloadMapper {
  private final ObjectMapper mapper;

  /**
   * Creates one with the caller's mapper.
   *
   * @param mapper without {@code FAIL_ON_UNKNOWN_PROPERTIES}, so that producers can add fields
   */
  public Jackson3PayloadMapper(ObjectMapper mapper) {
    this.mapper = Objects.requireNonNull(mapper);
  }

  @Override
  public <T> T read(ReceivedEvent event, Class<T> type) {
    T payload;
    try (JsonParser json =
        PayloadReader.<JsonParser>opened(event, mapper::createParser, mapper::createParser)) {
      payload = mapper.readValue(json, type);
    } catch (InvalidDefinitionException | ValueInstantiationException e) {
      throw PayloadReader.unmappable(event, type, where(e), e);
    } catch (JacksonException e) {
      throw PayloadReader.unreadable(event, type, where(e));
    } catch (IOException e) {
      throw PayloadReader.unreadable(event, type, ", at $");
    }
    if (payload == null) {
      throw PayloadReader.unreadable(event, type, ": is null");
    }
    return payload;
  }

  private static String where(JacksonException failure) {
    StringBuilder where = new StringBuilder(", at $");
    for (JacksonException.Reference step : failure.getPath()) {
      where.append(PayloadReader.step(step.getIndex(), step.from(), step.getPropertyName()));
    }
    return where.toString();
  }
}
