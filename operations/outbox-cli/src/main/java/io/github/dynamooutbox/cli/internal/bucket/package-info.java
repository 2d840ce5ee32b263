/** The bucket into which an event source mapping writes what Lambda abandons. */
@NullMarked
package io.github.dynamooutbox.cli.internal.bucket;

import org.jspecify.annotations.NullMarked;
