package io.github.dynamooutbox.localaws;

import java.util.Collection;
import java.util.List;

/** The end of a process's output, for the messages of failed assertions. */
public final class LastLines {
  private static final int MAX_LINES = 40;

  private LastLines() {}

  /** The last 40 lines; lines may be added meanwhile. */
  public static String of(Collection<String> output) {
    List<String> soFar = List.copyOf(output);
    return String.join("\n", soFar.subList(Math.max(0, soFar.size() - MAX_LINES), soFar.size()));
  }
}
