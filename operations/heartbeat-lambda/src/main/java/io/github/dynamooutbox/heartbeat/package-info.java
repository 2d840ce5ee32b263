/**
 * Commits heartbeats on a schedule, as a service commits its events, to distinguish an idle outbox
 * from one whose relay has stopped.
 */
@NullMarked
package io.github.dynamooutbox.heartbeat;

import org.jspecify.annotations.NullMarked;
