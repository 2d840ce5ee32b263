/**
 * A host for one process, without leases: it reads a table's stream, for tests and on a developer's
 * machine.
 */
@NullMarked
package io.github.dynamooutbox.aws.follow;

import org.jspecify.annotations.NullMarked;
