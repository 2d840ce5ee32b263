/**
 * The demo: the order service, the packaged relay and three targets on this machine, and a check of
 * what was published.
 */
@NullMarked
package io.github.dynamooutbox.examples.demo;

import org.jspecify.annotations.NullMarked;
