/**
 * For the tests of consumers: events as each target of the relay delivers them, and what a handler
 * writes.
 */
@NullMarked
package io.github.dynamooutbox.testrelay;

import org.jspecify.annotations.NullMarked;
