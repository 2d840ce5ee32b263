/** What every command starts from: options, configuration, library, and how it ends. */
@NullMarked
package io.github.dynamooutbox.cli.internal.session;

import org.jspecify.annotations.NullMarked;
