/**
 * The port to a host, which submits the records of a shard in stream order and asks up to which
 * position they are finished.
 */
@NullMarked
package io.github.dynamooutbox.relay.stream;

import org.jspecify.annotations.NullMarked;
