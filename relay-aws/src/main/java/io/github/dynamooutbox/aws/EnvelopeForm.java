package io.github.dynamooutbox.aws;

/** What a target sends for an event. */
public enum EnvelopeForm {
  /** A structured CloudEvent with the payload inside. Configured as {@code cloudevent}. */
  CLOUDEVENT,
  /** The payload as committed. Configured as {@code data}. */
  DATA
}
