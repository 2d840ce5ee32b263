package io.github.dynamooutbox.aws;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where a relay finds its configuration. */
public final class RelayConfigSource {
  /** Holds the document itself. Lambda allows 4 KB for all variables together. */
  public static final String INLINE = "OUTBOX_CONFIG";

  /** Holds the path of a file with the document, for example in the function's package. */
  public static final String FILE = "OUTBOX_CONFIG_FILE";

  private RelayConfigSource() {}

  /**
   * Reads the document that the environment names.
   *
   * @param environment usually {@link System#getenv()}
   * @throws ConfigException if there is none, if there are two, or if it has mistakes
   */
  public static RelayConfig fromEnvironment(Map<String, String> environment) {
    String inline = environment.getOrDefault(INLINE, "");
    String file = environment.getOrDefault(FILE, "");
    if (inline.isBlank() == file.isBlank()) {
      throw new ConfigException(
          List.of(
              "environment: set either %s (the JSON document) or %s (a file's path); now %s set"
                  .formatted(INLINE, FILE, inline.isBlank() ? "neither is" : "both are")));
    }
    return inline.isBlank() ? fromFile(file) : RelayConfig.parse(inline);
  }

  private static RelayConfig fromFile(String file) {
    try (InputStream json = Files.newInputStream(Path.of(file))) {
      return RelayConfig.parse(json);
    } catch (IOException | java.nio.file.InvalidPathException e) {
      ConfigException unreadable =
          new ConfigException(
              List.of("environment: %s: \"%s\" cannot be read: %s".formatted(FILE, file, e)));
      unreadable.initCause(e);
      throw unreadable;
    }
  }
}
