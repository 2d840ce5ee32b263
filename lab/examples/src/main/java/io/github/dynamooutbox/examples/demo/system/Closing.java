package io.github.dynamooutbox.examples.demo.system;

import java.util.ArrayDeque;
import java.util.Deque;

/** Closes resources in the reverse order of their opening, all of them even if some fail. */
public final class Closing implements AutoCloseable {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Registers a resource for closing, and returns it. */
  public <T extends AutoCloseable> T later(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void close() {
    IllegalStateException failure = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        if (failure == null) {
          failure = new IllegalStateException("Not everything could be closed", e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
