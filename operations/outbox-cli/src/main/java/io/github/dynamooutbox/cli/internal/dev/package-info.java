/** A relay on a developer's machine. */
@NullMarked
package io.github.dynamooutbox.cli.internal.dev;

import org.jspecify.annotations.NullMarked;
