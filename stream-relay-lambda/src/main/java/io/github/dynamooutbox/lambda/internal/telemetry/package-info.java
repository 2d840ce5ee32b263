/** Counts and logs what the relay does during an invocation. */
@NullMarked
package io.github.dynamooutbox.lambda.internal.telemetry;

import org.jspecify.annotations.NullMarked;
