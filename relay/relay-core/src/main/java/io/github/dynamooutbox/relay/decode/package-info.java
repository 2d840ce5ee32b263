/** An event with its record, as every later step receives it. */
@NullMarked
package io.github.dynamooutbox.relay.decode;

import org.jspecify.annotations.NullMarked;
