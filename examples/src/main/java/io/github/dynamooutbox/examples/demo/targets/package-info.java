/** The targets, as the witness of each sees them: what was taken, and what a consumer got. */
@NullMarked
package io.github.dynamooutbox.examples.demo.targets;

import org.jspecify.annotations.NullMarked;
