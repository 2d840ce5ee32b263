package io.github.dynamooutbox.writer;

import java.util.Optional;

/**
 * A command that may be repeated.
 *
 * @param key the same at each repetition
 * @param text what distinguishes it from other commands, if its events do not
 */
record Command(String key, Optional<String> text) {}
