/** The rate of a redrive, and the cost of parking and redriving. */
@NullMarked
package io.github.dynamooutbox.benchmarks.redrive;

import org.jspecify.annotations.NullMarked;
