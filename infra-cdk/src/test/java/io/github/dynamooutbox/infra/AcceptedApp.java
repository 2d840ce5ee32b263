package io.github.dynamooutbox.infra;

/** An app that works. */
record AcceptedApp(String name, Runnable synthesis) {
  @Override
  public String toString() {
    return name;
  }
}
