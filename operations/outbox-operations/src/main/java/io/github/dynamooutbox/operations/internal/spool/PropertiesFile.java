package io.github.dynamooutbox.operations.internal.spool;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/** Values by name in a file, which is written as a whole or not at all. */
public final class PropertiesFile {
  private PropertiesFile() {}

  public static Properties read(Path file) throws IOException {
    Properties values = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      values.load(in);
    }
    return values;
  }

  public static void write(Path file, Properties values) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (OutputStream out = Files.newOutputStream(next)) {
      values.store(out, null);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
