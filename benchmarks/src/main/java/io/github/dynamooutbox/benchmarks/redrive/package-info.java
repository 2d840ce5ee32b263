/** How fast parked events come back, and what parking and the way back cost. */
@NullMarked
package io.github.dynamooutbox.benchmarks.redrive;

import org.jspecify.annotations.NullMarked;
