package io.github.dynamooutbox.localaws.internal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The class path that the build resolved for the processes of Lambda functions. */
public final class RuntimeClassPath {
  private static final String RESOURCE =
      "/io/github/dynamooutbox/localaws/lambda-runtime.classpath";
  private static final String SUBSTITUTE =
      "io.github.dynamooutbox.localaws.launch.SubstituteRuntime";

  private RuntimeClassPath() {}

  /**
   * AWS's runtime client and what replaces it, separated as this platform does it. The jars lie in
   * the local Maven repository of this machine.
   */
  public static String jars() {
    try (InputStream in = RuntimeClassPath.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            RESOURCE + " is missing; module local-aws/class-paths has to be built first");
      }
      return substitute()
          + File.pathSeparator
          + new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + RESOURCE, e);
    }
  }

  /** A jar or directory that holds nothing else. */
  private static Path substitute() {
    try {
      Class<?> type = Class.forName(SUBSTITUTE, false, RuntimeClassPath.class.getClassLoader());
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException("Cannot find where " + SUBSTITUTE + " lies", e);
    }
  }
}
