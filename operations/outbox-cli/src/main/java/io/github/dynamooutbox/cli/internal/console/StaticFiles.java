package io.github.dynamooutbox.cli.internal.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The page itself: the listed files in the jar, and nothing else in it. */
final class StaticFiles {
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("index.html", "text/html; charset=utf-8"),
          Map.entry("console.css", "text/css; charset=utf-8"),
          Map.entry("icon.svg", "image/svg+xml"),
          Map.entry("acts.js", "text/javascript; charset=utf-8"),
          Map.entry("console.js", "text/javascript; charset=utf-8"),
          Map.entry("dom.js", "text/javascript; charset=utf-8"),
          Map.entry("history.js", "text/javascript; charset=utf-8"),
          Map.entry("plots.js", "text/javascript; charset=utf-8"),
          Map.entry("server.js", "text/javascript; charset=utf-8"),
          Map.entry("status.js", "text/javascript; charset=utf-8"),
          Map.entry("stuck.js", "text/javascript; charset=utf-8"),
          Map.entry("timeline.js", "text/javascript; charset=utf-8"));

  private final Map<String, HttpAnswer> files = new HashMap<>();

  StaticFiles() {
    TYPES.forEach((name, type) -> files.put(name, new HttpAnswer(200, type, read(name))));
    files.put("", files.get("index.html"));
  }

  Optional<HttpAnswer> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  private static byte[] read(String name) {
    try (InputStream file = StaticFiles.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("the jar is damaged: it has no " + name);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
