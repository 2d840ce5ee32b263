package io.github.dynamooutbox.kcl.it;

import java.util.ArrayList;
import java.util.List;

/** Allocates more memory than there is. */
final class MemoryEater {
  private MemoryEater() {}

  public static void main(String[] arguments) {
    List<byte[]> eaten = new ArrayList<>();
    while (eaten.size() < Integer.MAX_VALUE) {
      eaten.add(new byte[1 << 20]);
    }
  }
}
