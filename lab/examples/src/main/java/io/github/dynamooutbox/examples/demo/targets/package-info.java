/**
 * The targets as observed from outside the relay: what each accepted, and what a consumer received.
 */
@NullMarked
package io.github.dynamooutbox.examples.demo.targets;

import org.jspecify.annotations.NullMarked;
