/** The targets: the form of an entry, how a request is sent, and the meaning of each response. */
@NullMarked
package io.github.dynamooutbox.aws.internal.targets;

import org.jspecify.annotations.NullMarked;
