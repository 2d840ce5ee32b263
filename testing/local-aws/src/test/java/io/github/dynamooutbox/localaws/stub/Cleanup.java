package io.github.dynamooutbox.localaws.stub;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a test leaves to do, done in reverse order. */
final class Cleanup {
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  void later(Runnable task) {
    tasks.push(task);
  }

  /** Does all of it, and then fails with the first failure, if there was one. */
  void run() {
    RuntimeException first = null;
    while (!tasks.isEmpty()) {
      try {
        tasks.pop().run();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
