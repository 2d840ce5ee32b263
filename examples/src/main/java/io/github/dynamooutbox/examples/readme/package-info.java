/** The snippets of the README, so that the build compiles them. */
@NullMarked
package io.github.dynamooutbox.examples.readme;

import org.jspecify.annotations.NullMarked;
