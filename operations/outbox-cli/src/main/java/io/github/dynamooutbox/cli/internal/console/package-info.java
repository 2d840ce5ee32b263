/** The console: what the commands show and do, as a web page for a browser on this machine. */
@NullMarked
package io.github.dynamooutbox.cli.internal.console;

import org.jspecify.annotations.NullMarked;
