/**
 * What a service's own tests need: an outbox in memory that checks the rules of the real one, and
 * assertions about what it has published.
 */
@NullMarked
package io.github.dynamooutbox.test;

import org.jspecify.annotations.NullMarked;
