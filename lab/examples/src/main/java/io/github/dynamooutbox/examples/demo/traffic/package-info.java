/** Orders that customers place, pay and cancel, and the log of what was committed. */
@NullMarked
package io.github.dynamooutbox.examples.demo.traffic;

import org.jspecify.annotations.NullMarked;
