package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.audit.AuditProgress;

/** An act that an operator has been shown and may confirm. */
interface Plan {
  /** What it would do, with the question that the command asks. */
  ObjectNode shown();

  /**
   * Does it.
   *
   * @param decision what the operator entered when confirming
   * @param progress receives how far it is, and may stop it
   * @return the exit code by name, and the report
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if something has to be
   *     corrected
   */
  ObjectNode act(JsonNode decision, AuditProgress progress);
}
