package io.github.dynamooutbox.localaws.internal;

import io.github.dynamooutbox.localaws.launch.ParentBound;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The class paths that the build resolved for the local servers' processes. */
public enum ClassPaths {
  DYNAMODB_LOCAL("dynamodb-local"),
  LAMBDA_RUNTIME("lambda-runtime");

  private final String resource;

  ClassPaths(String name) {
    this.resource = "/io/github/dynamooutbox/localaws/" + name + ".classpath";
  }

  /**
   * The jars, separated as this platform does it. They lie in the local Maven repository of this
   * machine.
   */
  public String jars() {
    try (InputStream in = ClassPaths.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            resource + " is missing; module local-aws/class-paths has to be built first");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + resource, e);
    }
  }

  /** Where the launcher's class is: a jar or directory that holds nothing else. */
  static Path launcher() {
    try {
      return Path.of(ParentBound.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The launcher lies at a place that is no path", e);
    }
  }
}
