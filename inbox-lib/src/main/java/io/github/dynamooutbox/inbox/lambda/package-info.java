/** For consumers on Lambda: handles batches, and reports what has to be delivered again. */
@NullMarked
package io.github.dynamooutbox.inbox.lambda;

import org.jspecify.annotations.NullMarked;
