package io.github.dynamooutbox.localaws.stub;

/**
 * An entry of a request, as fault predicates see it. A single publication is a batch of one.
 *
 * @param index the place in the request, from 0
 * @param target the bus, topic or stream
 * @param key the detail type, the message group (empty if there is none), or the partition key
 * @param body the detail, the message, or the record's data read as UTF-8
 */
public record BatchEntry(int index, String target, String key, String body) {

  /** Names the entry, without key and body. */
  @Override
  public String toString() {
    return "entry " + index + " for " + target;
  }
}
