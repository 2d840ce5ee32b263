/**
 * The client of EventBridge's Custom Event Bus, which the SDK's module {@code eventbridgev2}
 * replaces as soon as it can be resolved.
 */
@NullMarked
package io.github.dynamooutbox.aws.internal.bus;

import org.jspecify.annotations.NullMarked;
