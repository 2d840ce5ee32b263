package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.internal.OutboxTool;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;

/** {@code outbox console} as a user starts it, in this JVM, and who asks it by hand. */
final class ServedConsole implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private final Thread thread;
  private final URI url;

  private ServedConsole(String document, String... options) throws Exception {
    CommandLine tool = OutboxTool.commandLine(Map.of(RelayConfigSource.INLINE, document));
    tool.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String[] arguments =
        Stream.concat(Stream.of("console"), Stream.of(options)).toArray(String[]::new);
    thread = new Thread(() -> ended.complete(tool.execute(arguments)), "console");
    thread.start();
    while (!out.toString().endsWith("\n") || !err.toString().endsWith("\n")) {
      if (ended.isDone()) {
        throw new AssertionError("it ended with %d: %s".formatted(ended.get(), err));
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    url = URI.create(out.toString().strip());
  }

  static ServedConsole of(TestOutbox outbox, String... options) throws Exception {
    return new ServedConsole(outbox.document(), options);
  }

  /** With the token, and a slash at its end. */
  URI url() {
    return url;
  }

  /** All that it has written. */
  String written() {
    return out.toString() + err;
  }

  HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(url.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  /** As the page's script does. */
  HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(url.resolve(path))
            .header("Content-Type", "application/json")
            .header("X-Outbox-Console", "1")
            .header("Origin", "http://" + url.getAuthority())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  JsonNode posted(String path, String body) throws Exception {
    return JSON.readTree(post(path, body).body());
  }

  /** The first state that has this and is as expected; gives up after a minute. */
  JsonNode live(String name, Predicate<JsonNode> expected) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    JsonNode state;
    do {
      state = JSON.readTree(get("live").body());
      if (state.has(name) && expected.test(state)) {
        return state;
      }
      TimeUnit.MILLISECONDS.sleep(200);
    } while (System.nanoTime() < end);
    throw new AssertionError("no state as expected: " + state);
  }

  /** The first line of the answer to a request as it is written here. */
  String raw(String request) throws IOException {
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
        line.append((char) next);
      }
      return line.toString();
    }
  }

  /** As Ctrl-C ends it, but in this JVM. */
  @Override
  public void close() {
    thread.interrupt();
    ended.orTimeout(60, TimeUnit.SECONDS).join();
  }
}
