package io.github.dynamooutbox.writer;

import java.time.InstantSource;

/** A finished configuration. */
record OutboxSettings(
    RecordDefaults records,
    PayloadSerializer serializer,
    InstantSource clock,
    EventIdGenerator eventIds) {}
