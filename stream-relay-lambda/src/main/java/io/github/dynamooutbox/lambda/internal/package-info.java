/** Maps Lambda's stream event to stream records, and the relay's progress to a batch response. */
@NullMarked
package io.github.dynamooutbox.lambda.internal;

import org.jspecify.annotations.NullMarked;
