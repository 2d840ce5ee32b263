package io.github.dynamooutbox.localaws.internal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The class paths, resolved by the build, of servers that run in processes of their own. */
public final class ServerJars {
  private ServerJars() {}

  /**
   * The class path of a launcher and the jars that it needs. The jars are in the local Maven
   * repository of this machine.
   *
   * @param module the module that builds the launcher
   * @param launcher the name of the launcher's class, whose jar or directory contains nothing else
   * @param resource the resource that lists the jars
   */
  public static String of(String module, String launcher, String resource) {
    try (InputStream in = ServerJars.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            resource + " is missing; module " + module + " has to be built first");
      }
      return location(launcher)
          + File.pathSeparator
          + new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + resource, e);
    }
  }

  private static Path location(String launcher) {
    try {
      Class<?> type = Class.forName(launcher, false, ServerJars.class.getClassLoader());
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException("Cannot find the location of " + launcher, e);
    }
  }
}
