package io.github.dynamooutbox.localaws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The addresses at which a port of this machine listens, as Linux lists them. */
final class ListeningSockets {
  private static final String LISTEN = "0A";

  private ListeningSockets() {}

  /**
   * In the kernel's form: hexadecimal words in the byte order of the machine, here little-endian.
   */
  static List<String> addressesOf(int port) throws IOException {
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] columns = line.trim().split("\\s+", -1);
        String[] local = columns[1].split(":", 2);
        if (columns[3].equals(LISTEN) && Integer.parseInt(local[1], 16) == port) {
          addresses.add(local[0]);
        }
      }
    }
    return addresses;
  }
}
