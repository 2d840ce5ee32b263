package io.github.dynamooutbox.format;

/** The data types of a DynamoDB attribute, named as DynamoDB's wire format names them. */
public enum AttributeType {
  S,
  N,
  B,
  BOOL,
  NULL,
  M,
  L,
  SS,
  NS,
  BS
}
