package io.github.dynamooutbox.relay.stream;

/** What happened to the item, as DynamoDB Streams names it. */
public enum ChangeType {
  INSERT,
  MODIFY,
  REMOVE
}
