/**
 * Items of the AWS SDK as the format reads them, and items of the format as the SDK sends them.
 *
 * <p>The only package here that needs the SDK, which is an optional dependency: whoever uses this
 * package brings {@code software.amazon.awssdk:dynamodb}.
 */
@NullMarked
package io.github.dynamooutbox.format.sdk;

import org.jspecify.annotations.NullMarked;
