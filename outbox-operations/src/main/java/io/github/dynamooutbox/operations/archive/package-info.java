/** The form in which archives keep events, and what a replay needs to read one. */
@NullMarked
package io.github.dynamooutbox.aws.archive;

import org.jspecify.annotations.NullMarked;
