package io.github.dynamooutbox.infra;

import software.constructs.Construct;

/** Why some rights are wider than one resource. */
final class Reasons {
  private Reasons() {}

  static void note(Construct stack) {
    Accepted.because(
        stack,
        "AwsSolutions-IAM5",
        "A log group's streams, the objects below aws/lambda/ of the bucket for failed batches, and"
            + " dynamodb:ListStreams, which takes no resource. Nothing else has a wildcard.");
  }
}
