/** An example of a custom kind of target: an HTTP collector that accepts batches of CloudEvents. */
@NullMarked
package io.github.dynamooutbox.examples.collector;

import org.jspecify.annotations.NullMarked;
