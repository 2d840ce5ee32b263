/** What the service is made of. */
@NullMarked
package io.github.dynamooutbox.kcl.internal;

import org.jspecify.annotations.NullMarked;
