/** What a host hands in: the records of one shard of a table's stream, in stream order. */
@NullMarked
package io.github.dynamooutbox.relay.stream;

import org.jspecify.annotations.NullMarked;
