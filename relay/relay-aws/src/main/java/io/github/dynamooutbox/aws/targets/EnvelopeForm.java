package io.github.dynamooutbox.aws.targets;

/** The form in which a target sends an event. */
public enum EnvelopeForm {
  /** A structured CloudEvent with the payload inside. Configured as {@code cloudevent}. */
  CLOUDEVENT,
  /** The payload as committed. Configured as {@code data}. */
  DATA
}
