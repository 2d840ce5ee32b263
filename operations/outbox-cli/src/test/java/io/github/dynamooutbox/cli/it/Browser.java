package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Headless Chromium with a profile of its own that is thrown away, driven by its DevTools protocol.
 * It resolves no name, so that it reaches nothing but this machine.
 */
final class Browser implements AutoCloseable {
  private static final String LISTENING = "DevTools listening on ";

  /** Something that may fail. */
  interface Step {
    void run() throws Exception;
  }

  private final Path profile;
  private final Process process;
  private final DevTools page;

  private Browser(Path binary) throws Exception {
    profile = Files.createTempDirectory("outbox-browser");
    process =
        new ProcessBuilder(
                binary.toString(),
                "--headless=new",
                "--no-sandbox", // refused to root, and the page is our own
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-extensions",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--no-proxy-server",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "about:blank")
            .redirectErrorStream(true)
            .start();
    page = new DevTools(listening());
  }

  /** The browser of this machine; empty if it has none. */
  static Optional<Path> installed() {
    return Stream.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
        .flatMap(
            name ->
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                    .map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Browser open() throws Exception {
    return new Browser(installed().orElseThrow());
  }

  private URI listening() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread rest = new Thread(() -> lines.lines().forEach(each -> {}), "chromium-output");
        rest.setDaemon(true);
        rest.start();
        return URI.create(line.substring(LISTENING.length()));
      }
    }
    throw new IOException("the browser has ended with " + process.exitValue());
  }

  void go(URI url) throws Exception {
    page.call("Page.navigate", DevTools.object().put("url", url.toString()));
  }

  /** The value of an expression, or what its promise resolves to. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode result =
        page.call(
            "Runtime.evaluate",
            DevTools.object()
                .put("expression", expression)
                .put("returnByValue", true)
                .put("awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.path("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Waits until an expression is true. */
  void await(String expression) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!evaluate("Boolean(" + expression + ")").asBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            expression
                + " has not become true; the page is: "
                + evaluate("document.body.innerText"));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Clicks where a user would see the element. */
  void click(String element) throws Exception {
    click(element, () -> {});
  }

  /** The same, with something that happens while the button of the mouse is down. */
  void click(String element, Step between) throws Exception {
    evaluate(element + ".scrollIntoView({block: 'center', behavior: 'instant'})");
    JsonNode at =
        evaluate(
            "(({x, y, width, height}) => [x + width / 2, y + height / 2])("
                + element
                + ".getBoundingClientRect())");
    mouse("mousePressed", at);
    between.run();
    mouse("mouseReleased", at);
  }

  private void mouse(String type, JsonNode at) throws Exception {
    page.call(
        "Input.dispatchMouseEvent",
        DevTools.object()
            .put("type", type)
            .put("x", at.path(0).asDouble())
            .put("y", at.path(1).asDouble())
            .put("button", "left")
            .put("clickCount", 1));
  }

  void type(String text) throws Exception {
    page.call("Input.insertText", DevTools.object().put("text", text));
  }

  /** Presses Tab, Enter, Escape or the like. */
  void press(String key) throws Exception {
    int code =
        switch (key) {
          case "Tab" -> 9;
          case "Enter" -> 13;
          case "Escape" -> 27;
          default -> throw new IllegalArgumentException(key);
        };
    ObjectNode down = DevTools.object().put("type", "keyDown").put("key", key).put("code", key);
    down.put("windowsVirtualKeyCode", code);
    if (key.equals("Enter")) {
      down.put("text", "\r");
    }
    page.call("Input.dispatchKeyEvent", down);
    page.call(
        "Input.dispatchKeyEvent",
        DevTools.object().put("type", "keyUp").put("key", key).put("windowsVirtualKeyCode", code));
  }

  void media(String colourScheme) throws Exception {
    ObjectNode parameters = DevTools.object();
    ArrayNode features = parameters.putArray("features");
    features.addObject().put("name", "prefers-color-scheme").put("value", colourScheme);
    // What still moves is not where a click goes.
    features.addObject().put("name", "prefers-reduced-motion").put("value", "reduce");
    page.call("Emulation.setEmulatedMedia", parameters);
  }

  void size(int width, int height) throws Exception {
    page.call(
        "Emulation.setDeviceMetricsOverride",
        DevTools.object()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
  }

  /** What is to be seen, as PNG. */
  byte[] screenshot() throws Exception {
    return page.call("Page.captureScreenshot", DevTools.object().put("format", "png"))
        .path("data")
        .binaryValue();
  }

  /** Where requests went to. */
  List<String> requested() {
    return page.events("Network.requestWillBeSent")
        .map(event -> event.path("params").path("request").path("url").asText())
        .toList();
  }

  /** What the browser complains about: exceptions, violations of the policy, failed requests. */
  List<String> complaints() {
    return Stream.concat(
            page.events("Runtime.exceptionThrown"),
            page.events("Log.entryAdded")
                .filter(
                    event ->
                        event.path("params").path("entry").path("level").asText().equals("error")))
        .map(JsonNode::toString)
        .toList();
  }

  /** Saves a picture where {@code -Doutbox.console.screenshots=<directory>} asks for it. */
  void save(String name) throws Exception {
    String directory = System.getProperty("outbox.console.screenshots", "");
    if (!directory.isEmpty()) {
      Files.createDirectories(Path.of(directory));
      Files.write(Path.of(directory, name), screenshot());
    }
  }

  /** As it is seen on a telephone and on a desk, by day and by night. */
  void saveState(String name) throws Exception {
    for (int width : new int[] {390, 1_280}) {
      size(width, 900);
      for (String scheme : List.of("light", "dark")) {
        media(scheme);
        save("state-%s-%d-%s.png".formatted(name, width, scheme));
      }
    }
  }

  @Override
  public void close() {
    page.close();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      boolean ended = process.waitFor(30, TimeUnit.SECONDS);
      if (ended) {
        delete(profile);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException leftInTheTemporaryDirectory) {
      // A process of the browser may still have written.
    }
  }

  private static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes any) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
