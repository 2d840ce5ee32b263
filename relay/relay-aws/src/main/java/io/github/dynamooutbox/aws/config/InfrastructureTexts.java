package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.keys.TextRule;

/** The forms of texts that {@link InfrastructureKeys} accepts. */
final class InfrastructureTexts {
  static final TextRule TABLE_ARN =
      TextRule.of(
          "arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:[0-9]{12}:table/[A-Za-z0-9_.-]{3,255}",
          "a table's ARN: arn:aws:dynamodb:<region>:<account>:table/<name>");

  static final TextRule STREAM_ARN =
      TextRule.of(
          "arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:[0-9]{12}:table/[A-Za-z0-9_.-]{3,255}/stream/[A-Za-z0-9:.-]+",
          "a stream's ARN: arn:aws:dynamodb:<region>:<account>:table/<name>/stream/<label>");

  static final TextRule REPLICA =
      TextRule.of("[a-z]{2}(-[a-z]+)+-[0-9]", "a region, for example eu-central-1");

  /** Without a tag it would be whatever is the latest when a task starts. */
  static final TextRule IMAGE =
      TextRule.of(
          "[a-z0-9][A-Za-z0-9._-]{0,200}(:[0-9]{1,5})?(/[A-Za-z0-9._-]{1,200}){0,8}"
              + "(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127}|(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?"
              + "@sha256:[0-9a-f]{64})",
          "an image with its tag or digest, for example example.com/relay:1.0");

  static final TextRule VPC = TextRule.idOf("vpc", "a VPC's id");

  static final TextRule SUBNET = TextRule.idOf("subnet", "a subnet's id");

  static final TextRule ROUTE_TABLE = TextRule.idOf("rtb", "a route table's id");

  static final TextRule TOPIC_ARN =
      TextRule.of(
          "arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}",
          "a standard topic's ARN: arn:aws:sns:<region>:<account>:<name>");

  static final TextRule STACK =
      TextRule.of(
          "[A-Za-z][A-Za-z0-9-]{0,127}",
          "a stack's name: 1 to 128 letters, digits and hyphens, the first one a letter");

  static final TextRule ACCOUNT = TextRule.of("[0-9]{12}", "an account's number, 12 digits");

  static final TextRule ENVIRONMENT =
      TextRule.of(
          "[A-Za-z0-9][A-Za-z0-9-]{0,31}",
          "1 to 32 letters, digits and hyphens, the first one a letter or digit");

  static final TextRule EMAIL = TextRule.of("[^@ ]+@[^@ ]+", "an address: on-call@example.com");

  private InfrastructureTexts() {}
}
