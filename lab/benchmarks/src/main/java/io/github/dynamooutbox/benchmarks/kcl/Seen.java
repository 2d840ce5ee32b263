package io.github.dynamooutbox.benchmarks.kcl;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The records that the baseline has received: each one's sort key, and when it arrived.
 * Thread-safe.
 */
final class Seen implements Consumer<String> {
  private final Map<String, Long> micros = new HashMap<>();

  @Override
  public synchronized void accept(String line) {
    if (line.startsWith(EmptyWorker.SEEN)) {
      String[] words = line.split(" ", -1);
      long at = Long.parseLong(words[1]);
      for (int i = 2; i < words.length; i++) {
        micros.putIfAbsent(words[i], at);
      }
    }
  }

  synchronized boolean has(String sortKey) {
    return micros.containsKey(sortKey);
  }

  synchronized int count() {
    return micros.size();
  }

  synchronized Map<String, Long> micros() {
    return Map.copyOf(micros);
  }
}
