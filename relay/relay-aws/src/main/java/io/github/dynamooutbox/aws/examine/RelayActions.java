package io.github.dynamooutbox.aws.examine;

import java.util.List;

/** The actions that a relay has to be allowed, by resource. Deployments allow these. */
public final class RelayActions {
  /** On the table's stream. */
  public static final List<String> STREAM =
      List.of("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator");

  /** On the control table. */
  public static final List<String> CONTROL =
      List.of(
          "dynamodb:BatchGetItem",
          "dynamodb:BatchWriteItem",
          "dynamodb:DeleteItem",
          "dynamodb:GetItem",
          "dynamodb:PutItem",
          "dynamodb:Query",
          "dynamodb:UpdateItem");

  private RelayActions() {}
}
