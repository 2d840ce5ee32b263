package io.github.dynamooutbox.writer;

import java.util.Optional;

/**
 * A command that may be repeated.
 *
 * @param key the same at each repetition
 * @param text what tells it from other commands, if not its events do
 */
record Command(String key, Optional<String> text) {}
