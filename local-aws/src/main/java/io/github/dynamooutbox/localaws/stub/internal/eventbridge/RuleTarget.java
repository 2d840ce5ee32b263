package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import java.util.Optional;

/** A queue that a rule sends events to. */
record RuleTarget(String id, String queueArn, Optional<String> messageGroupId) {}
