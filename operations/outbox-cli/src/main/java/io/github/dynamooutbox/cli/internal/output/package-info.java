/** Tables for people and JSON for scripts. */
@NullMarked
package io.github.dynamooutbox.cli.internal.output;

import org.jspecify.annotations.NullMarked;
