/** JSON as plain values, read and written with the streaming parser. */
@NullMarked
package io.github.dynamooutbox.aws.internal.json;

import org.jspecify.annotations.NullMarked;
