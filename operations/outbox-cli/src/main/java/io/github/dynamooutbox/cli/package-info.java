/** The command line for operators. */
@NullMarked
package io.github.dynamooutbox.cli;

import org.jspecify.annotations.NullMarked;
