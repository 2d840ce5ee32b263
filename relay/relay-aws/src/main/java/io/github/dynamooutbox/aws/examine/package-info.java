/**
 * Examines whether an outbox can work as it is configured: what is wrong with tables, stream and
 * targets, and how to correct it. Changes nothing and publishes nothing.
 */
@NullMarked
package io.github.dynamooutbox.aws.examine;

import org.jspecify.annotations.NullMarked;
