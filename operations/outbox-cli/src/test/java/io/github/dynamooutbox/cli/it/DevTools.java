package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of a browser, by the DevTools protocol. */
final class DevTools implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final WebSocket socket;
  private final String session;

  /** Opens an empty page. */
  DevTools(URI browser) throws Exception {
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(browser, new Answers())
            .get(30, TimeUnit.SECONDS);
    String target =
        call(Optional.empty(), "Target.createTarget", object().put("url", "about:blank"))
            .path("targetId")
            .asText();
    session =
        call(
                Optional.empty(),
                "Target.attachToTarget",
                object().put("targetId", target).put("flatten", true))
            .path("sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      call(domain + ".enable", object());
    }
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  JsonNode call(String method, ObjectNode parameters) throws Exception {
    return call(Optional.of(session), method, parameters);
  }

  private JsonNode call(Optional<String> inSession, String method, ObjectNode parameters)
      throws Exception {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode request = object().put("id", id).put("method", method);
    request.set("params", parameters);
    inSession.ifPresent(name -> request.put("sessionId", name));
    socket.sendText(request.toString(), true).get(30, TimeUnit.SECONDS);
    JsonNode message = answer.get(60, TimeUnit.SECONDS);
    if (message.has("error")) {
      throw new AssertionError(method + ": " + message.path("error"));
    }
    return message.path("result");
  }

  /** What has happened, of this name. */
  Stream<JsonNode> events(String name) {
    return events.stream().filter(event -> event.path("method").asText().equals(name));
  }

  @Override
  public void close() {
    socket.abort();
  }

  /** Hears answers and events. */
  private final class Answers implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        hear(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void hear(String message) {
      try {
        JsonNode node = JSON.readTree(message);
        CompletableFuture<JsonNode> answer = answers.remove(node.path("id").asInt());
        if (answer == null) {
          events.add(node);
        } else {
          answer.complete(node);
        }
      } catch (IOException e) {
        throw new IllegalStateException(message, e);
      }
    }
  }
}
