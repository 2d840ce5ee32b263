package io.github.dynamooutbox.relay.stream;

/** What happened to the item, with the names of DynamoDB Streams. */
public enum ChangeType {
  INSERT,
  MODIFY,
  REMOVE
}
