package io.github.dynamooutbox.infra;

/**
 * An app that is refused.
 *
 * @param check what refuses it
 * @param from where what is wrong comes from
 * @param problem the whole message
 */
record RefusedApp(
    SynthesisCheck check, SynthesisCheck.From from, String problem, Runnable synthesis) {
  @Override
  public String toString() {
    return check + " " + from + ": " + problem;
  }
}
