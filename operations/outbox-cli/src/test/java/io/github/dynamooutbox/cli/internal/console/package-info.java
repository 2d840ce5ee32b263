@NullMarked
package io.github.dynamooutbox.cli.internal.console;

import org.jspecify.annotations.NullMarked;
