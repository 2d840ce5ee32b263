package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.relay.publish.PublishOutcome;

/** Reports that a payload cannot be sent, for now or for good. */
final class Unfetched extends Exception {
  private static final long serialVersionUID = 1;

  private final transient PublishOutcome outcome;

  Unfetched(PublishOutcome outcome) {
    super(null, null, false, false);
    this.outcome = outcome;
  }

  /** What that means for the event. */
  PublishOutcome outcome() {
    return outcome;
  }
}
