/**
 * Commits a heartbeat by schedule, as a service commits its events, so that an outbox that is idle
 * and one whose relay is dead differ.
 */
@NullMarked
package io.github.dynamooutbox.heartbeat;

import org.jspecify.annotations.NullMarked;
