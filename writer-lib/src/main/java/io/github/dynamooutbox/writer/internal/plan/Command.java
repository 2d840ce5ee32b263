package io.github.dynamooutbox.writer.internal.plan;

import java.util.Optional;

/**
 * A command that may be repeated.
 *
 * @param key the same at each repetition
 * @param text identifies the command instead of its events, if set
 */
public record Command(String key, Optional<String> text) {}
