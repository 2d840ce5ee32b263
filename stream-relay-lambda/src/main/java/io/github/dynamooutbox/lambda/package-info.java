/**
 * The relay as a Lambda function: {@link io.github.dynamooutbox.lambda.StreamRelayHandler} is ready
 * to deploy, {@link io.github.dynamooutbox.lambda.StreamRelay} is for a function of your own.
 */
@NullMarked
package io.github.dynamooutbox.lambda;

import org.jspecify.annotations.NullMarked;
