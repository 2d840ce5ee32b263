package io.github.dynamooutbox.examples.collector;

import io.github.dynamooutbox.relay.publish.Entry;

/** A CloudEvent in JSON. */
final class CollectorEntry implements Entry {
  private final byte[] json;

  CollectorEntry(byte[] json) {
    this.json = json;
  }

  byte[] json() {
    return json;
  }

  /** Includes the comma after it. */
  @Override
  public int bytes() {
    return json.length + 1;
  }
}
