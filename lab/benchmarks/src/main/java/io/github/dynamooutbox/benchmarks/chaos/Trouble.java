package io.github.dynamooutbox.benchmarks.chaos;

/** The kinds of trouble in a round. */
enum Trouble {
  FUNCTION_KILLED("function killed (kill -9) in the middle of a batch"),
  FUNCTION_STOPPED("function stopped (SIGSTOP) for longer than its timeout"),
  CONSUMER_KILLED("a consumer killed (kill -9)"),
  TARGET_CUT("connections to the target cut"),
  TARGET_ANSWERS_LOST("answers of the target lost"),
  CONTROL_THROTTLED("control table throttled"),
  CONTROL_ANSWERS_LOST("answers of the control table lost"),
  CONTROL_CUT("connections to the control table cut");

  private final String what;

  Trouble(String what) {
    this.what = what;
  }

  @Override
  public String toString() {
    return what;
  }
}
