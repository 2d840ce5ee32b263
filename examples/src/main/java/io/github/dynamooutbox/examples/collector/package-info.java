/** A kind of targets of one's own: an HTTP collector that takes batches of CloudEvents. */
@NullMarked
package io.github.dynamooutbox.examples.collector;

import org.jspecify.annotations.NullMarked;
