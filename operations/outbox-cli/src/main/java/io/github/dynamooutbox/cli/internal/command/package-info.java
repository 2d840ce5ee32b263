/** The commands, each a class. */
@NullMarked
package io.github.dynamooutbox.cli.internal.command;

import org.jspecify.annotations.NullMarked;
