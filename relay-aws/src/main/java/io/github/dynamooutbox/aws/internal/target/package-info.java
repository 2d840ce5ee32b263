/** The targets: what one entry looks like, how a request is sent, and what each answer means. */
@NullMarked
package io.github.dynamooutbox.aws.internal.target;

import org.jspecify.annotations.NullMarked;
