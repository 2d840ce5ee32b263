package io.github.dynamooutbox.localaws.internal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Class paths that the build resolved for processes of their own. */
public final class ServerJars {
  private ServerJars() {}

  /**
   * A launcher and the jars that it needs, separated as this platform does it. The jars lie in the
   * local Maven repository of this machine.
   *
   * @param module where the launcher is built
   * @param launcher a class in a jar or directory that has nothing else
   * @param resource names the jars
   */
  public static String of(String module, String launcher, String resource) {
    try (InputStream in = ServerJars.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            resource + " is missing; module " + module + " has to be built first");
      }
      return place(launcher)
          + File.pathSeparator
          + new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + resource, e);
    }
  }

  private static Path place(String launcher) {
    try {
      Class<?> type = Class.forName(launcher, false, ServerJars.class.getClassLoader());
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException("Cannot find where " + launcher + " lies", e);
    }
  }
}
