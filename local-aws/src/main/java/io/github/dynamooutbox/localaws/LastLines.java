package io.github.dynamooutbox.localaws;

import java.util.Collection;
import java.util.List;

/** The end of what a process has printed; for messages of failed assertions. */
public final class LastLines {
  private static final int MOST = 40;

  private LastLines() {}

  /** The last 40 lines, while others may be added. */
  public static String of(Collection<String> output) {
    List<String> soFar = List.copyOf(output);
    return String.join("\n", soFar.subList(Math.max(0, soFar.size() - MOST), soFar.size()));
  }
}
