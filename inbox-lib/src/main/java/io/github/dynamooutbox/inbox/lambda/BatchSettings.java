package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.Inbox;
import java.time.Duration;
import java.util.Optional;

/**
 * The complete settings of an adapter.
 *
 * @param inbox where parked events are given up, if the adapter knows it
 */
record BatchSettings(
    EventProcessor processor,
    Optional<Inbox> inbox,
    FailureDecision onFailure,
    int parallel,
    Duration reserve) {}
