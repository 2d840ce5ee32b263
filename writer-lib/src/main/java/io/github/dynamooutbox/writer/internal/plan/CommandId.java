package io.github.dynamooutbox.writer.internal.plan;

import java.util.Optional;

/**
 * How a command that may be repeated is recognised.
 *
 * @param key the same at each repetition
 * @param text identifies the command instead of its events, if set
 */
public record CommandId(String key, Optional<String> text) {}
