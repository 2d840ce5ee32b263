@NullMarked
package io.github.dynamooutbox.cli.internal.session;

import org.jspecify.annotations.NullMarked;
