/**
 * Sends the payloads themselves where events only refer to them, to any kind of target: a wrapper
 * around the target fetches them when a request is sent.
 */
@NullMarked
package io.github.dynamooutbox.aws.internal.inline;

import org.jspecify.annotations.NullMarked;
