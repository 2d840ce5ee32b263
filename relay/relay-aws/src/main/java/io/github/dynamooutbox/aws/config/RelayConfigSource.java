package io.github.dynamooutbox.aws.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds a relay's configuration. */
public final class RelayConfigSource {
  /** Contains the document itself. Lambda allows 4 KB for all variables together. */
  public static final String INLINE = "OUTBOX_CONFIG";

  /** Contains the path of a file with the document, for example in the function's package. */
  public static final String FILE = "OUTBOX_CONFIG_FILE";

  /**
   * Contains the name of a parameter of AWS Systems Manager with the document, for long documents.
   */
  public static final String PARAMETER = "OUTBOX_CONFIG_SSM_PARAMETER";

  private static final List<String> ALL = List.of(INLINE, FILE, PARAMETER);

  private RelayConfigSource() {}

  /**
   * Reads the document that the environment refers to. A parameter is read once, with the region,
   * credentials and endpoint that every AWS SDK takes from the environment; this needs {@code
   * ssm:GetParameter} and takes a few seconds at most.
   *
   * @param environment usually {@link System#getenv()}
   * @throws ConfigException if there is no document or more than one, if it cannot be read, or if
   *     it has errors
   */
  public static RelayConfig fromEnvironment(Map<String, String> environment) {
    List<String> set =
        ALL.stream().filter(name -> !environment.getOrDefault(name, "").isBlank()).toList();
    if (set.size() != 1) {
      throw new ConfigException(
          List.of(
              "environment: set one of %s (the JSON document), %s (a file's path) and %s (a parameter's name); now set: %s"
                  .formatted(
                      INLINE, FILE, PARAMETER, set.isEmpty() ? "none" : String.join(", ", set))));
    }
    String name = set.get(0);
    String value = Objects.requireNonNull(environment.get(name));
    return switch (name) {
      case INLINE -> RelayConfig.parse(value);
      case FILE -> fromFile("environment: " + FILE, value);
      default -> RelayConfig.parse(new ParameterStore(environment).read(value));
    };
  }

  /**
   * Reads the document in a file.
   *
   * @param named what named the file, for the error message
   * @throws ConfigException if it cannot be read, or if it has errors
   */
  public static RelayConfig fromFile(String named, String file) {
    try (InputStream json = Files.newInputStream(Path.of(file))) {
      return RelayConfig.parse(json);
    } catch (IOException | java.nio.file.InvalidPathException e) {
      throw new ConfigException(
          "%s: \"%s\" cannot be read: %s".formatted(named, file, reason(e)), e);
    }
  }

  private static String reason(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return failure instanceof AccessDeniedException
        ? "it may not be read"
        : String.valueOf(failure.getMessage());
  }
}
