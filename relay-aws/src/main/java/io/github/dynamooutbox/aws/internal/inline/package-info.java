/**
 * Sends payloads that are elsewhere themselves, to any kind of target: a target around a target,
 * which fetches them when a request is sent.
 */
@NullMarked
package io.github.dynamooutbox.aws.internal.inline;

import org.jspecify.annotations.NullMarked;
