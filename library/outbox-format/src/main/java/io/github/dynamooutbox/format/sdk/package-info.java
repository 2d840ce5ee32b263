/**
 * Lets the format read the AWS SDK's items in place, and converts the format's items to the SDK's.
 *
 * <p>The only package here that needs the SDK, which is an optional dependency: code that uses this
 * package must depend on {@code software.amazon.awssdk:dynamodb}.
 */
@NullMarked
package io.github.dynamooutbox.format.sdk;

import org.jspecify.annotations.NullMarked;
