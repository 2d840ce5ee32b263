/** The console: what the commands know and do, as a page that a browser on this machine shows. */
@NullMarked
package io.github.dynamooutbox.cli.internal.console;

import org.jspecify.annotations.NullMarked;
