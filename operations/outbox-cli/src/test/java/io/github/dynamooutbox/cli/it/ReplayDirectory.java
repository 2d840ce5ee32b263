package io.github.dynamooutbox.cli.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a replay has written into its directory. */
final class ReplayDirectory {
  private static final String DONE = "done=";

  private ReplayDirectory() {}

  /** How many lines of the plan are done; 0 as long as there is none. */
  static long done(Path directory) {
    try {
      return Files.readString(directory.resolve("replay.properties"))
          .lines()
          .filter(line -> line.startsWith(DONE))
          .mapToLong(line -> Long.parseLong(line.substring(DONE.length())))
          .sum();
    } catch (IOException notYet) {
      return 0;
    }
  }
}
