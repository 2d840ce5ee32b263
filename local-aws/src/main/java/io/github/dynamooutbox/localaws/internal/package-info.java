/** What the local servers need inside. */
@NullMarked
package io.github.dynamooutbox.localaws.internal;

import org.jspecify.annotations.NullMarked;
