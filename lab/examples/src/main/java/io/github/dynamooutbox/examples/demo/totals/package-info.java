/** Consumers that keep the totals of all orders, each in a table of its own, with inbox-lib. */
@NullMarked
package io.github.dynamooutbox.examples.demo.totals;

import org.jspecify.annotations.NullMarked;
