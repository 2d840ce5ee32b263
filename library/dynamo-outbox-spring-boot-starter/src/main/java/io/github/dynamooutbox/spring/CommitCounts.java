package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.writer.CommitListener;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts how commits end. Thread-safe. */
final class CommitCounts implements CommitListener {
  private final Map<Ending, LongAdder> counts = new ConcurrentHashMap<>();

  @Override
  public void committed(Report report) {
    counts.computeIfAbsent(report.ending(), ending -> new LongAdder()).increment();
  }

  /** The counts since the start; endings that did not happen are left out. */
  Map<String, Long> byEnding() {
    Map<String, Long> byEnding = new TreeMap<>();
    counts.forEach(
        (ending, count) -> byEnding.put(ending.name().toLowerCase(Locale.ROOT), count.sum()));
    return byEnding;
  }
}
