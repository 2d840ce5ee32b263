/** The command line as a whole: which commands there are, and how failures are reported. */
@NullMarked
package io.github.dynamooutbox.cli.internal;

import org.jspecify.annotations.NullMarked;
