/**
 * The relay as a Lambda function: {@link io.github.dynamooutbox.lambda.StreamRelayHandler} ready to
 * deploy, {@link io.github.dynamooutbox.lambda.StreamRelay} inside a function of your own.
 */
@NullMarked
package io.github.dynamooutbox.lambda;

import org.jspecify.annotations.NullMarked;
