/**
 * Kinds of targets: how one is configured, what it may do, and how it is opened. The built-in kinds
 * are found in the same way as those of others.
 */
@NullMarked
package io.github.dynamooutbox.aws.targets;

import org.jspecify.annotations.NullMarked;
