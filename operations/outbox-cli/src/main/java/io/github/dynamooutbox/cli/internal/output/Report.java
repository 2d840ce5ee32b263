package io.github.dynamooutbox.cli.internal.output;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a command has found, for people and for scripts. Both say the same. */
public interface Report {
  /** Writes it as text. */
  void print(Page page);

  /** The same as JSON: times in ISO 8601, durations in milliseconds. */
  ObjectNode json();
}
