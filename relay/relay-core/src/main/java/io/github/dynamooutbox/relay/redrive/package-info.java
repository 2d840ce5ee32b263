/**
 * Redrives: publishes parked events in order and reopens their lanes, or takes them out of their
 * queues.
 */
@NullMarked
package io.github.dynamooutbox.relay.redrive;

import org.jspecify.annotations.NullMarked;
