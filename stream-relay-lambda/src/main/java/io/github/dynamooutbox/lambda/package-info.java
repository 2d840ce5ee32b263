/**
 * The relay as a Lambda function: {@link io.github.dynamooutbox.lambda.StreamRelayHandler} as it
 * is, {@link io.github.dynamooutbox.lambda.StreamRelay} inside a function of your own.
 */
@NullMarked
package io.github.dynamooutbox.lambda;

import org.jspecify.annotations.NullMarked;
