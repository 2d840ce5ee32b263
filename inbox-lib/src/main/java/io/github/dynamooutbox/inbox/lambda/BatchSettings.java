package io.github.dynamooutbox.inbox.lambda;

import java.time.Duration;

/** A finished configuration. */
record BatchSettings(
    EventProcessor processor, FailureDecision onFailure, int parallel, Duration reserve) {}
