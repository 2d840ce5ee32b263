package io.github.dynamooutbox.inbox.lambda;

import java.time.Duration;

/** The complete settings of an adapter. */
record BatchSettings(
    EventProcessor processor, FailureDecision onFailure, int parallel, Duration reserve) {}
