/** What every command builds on: options, configuration, library, confirmation and exit codes. */
@NullMarked
package io.github.dynamooutbox.cli.internal.session;

import org.jspecify.annotations.NullMarked;
