/** From the configuration's JSON to typed values, or to the list of all its mistakes. */
@NullMarked
package io.github.dynamooutbox.aws.internal.config;

import org.jspecify.annotations.NullMarked;
