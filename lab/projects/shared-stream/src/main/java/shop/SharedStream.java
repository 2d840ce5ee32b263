package shop;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.lambda.StreamRelay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The relay and the table's present handler in one function, so that the stream has one reader. Each
 * gets the whole batch. The answer has the failures of both: Lambda continues at the first of them.
 */
public final class SharedStream implements RequestStreamHandler {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<RequestStreamHandler> handlers;

  /** As Lambda makes it. */
  public SharedStream() {
    this(StreamRelay.fromEnvironment()::handle, new Present());
  }

  SharedStream(RequestStreamHandler... handlers) {
    this.handlers = List.of(handlers);
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    byte[] batch = input.readAllBytes();
    List<JsonNode> failures = new ArrayList<>();
    for (RequestStreamHandler handler : handlers) {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      handler.handleRequest(new ByteArrayInputStream(batch), answer, context);
      JSON.readTree(answer.toByteArray()).path("batchItemFailures").forEach(failures::add);
    }
    JSON.writeValue(output, Map.of("batchItemFailures", failures));
  }

  /** In place of what you have. It leaves out the outbox's records, which it must ignore. */
  static final class Present implements RequestStreamHandler {
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context)
        throws IOException {
      for (JsonNode record : JSON.readTree(input).path("Records")) {
        String key = record.at("/dynamodb/Keys/PK/S").asText();
        if (!key.startsWith("OUTBOX#")) {
          System.out.println(record.path("eventName").asText() + " " + key);
        }
      }
      JSON.writeValue(output, Map.of("batchItemFailures", List.of()));
    }
  }
}
