/**
 * Actions that change something, for commands and the console: what each would do, and doing it.
 */
@NullMarked
package io.github.dynamooutbox.cli.internal.act;

import org.jspecify.annotations.NullMarked;
