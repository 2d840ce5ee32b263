/** From a stream record to the events it carries, or to the reason why it carries none. */
@NullMarked
package io.github.dynamooutbox.relay.internal.decode;

import org.jspecify.annotations.NullMarked;
