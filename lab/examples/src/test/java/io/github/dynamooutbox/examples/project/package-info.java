/** A user's project, outside of this build. */
@NullMarked
package io.github.dynamooutbox.examples.project;

import org.jspecify.annotations.NullMarked;
