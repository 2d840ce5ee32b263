/** All that runs: the endpoints, the relay in its own process, and what can go wrong with them. */
@NullMarked
package io.github.dynamooutbox.examples.demo.system;

import org.jspecify.annotations.NullMarked;
