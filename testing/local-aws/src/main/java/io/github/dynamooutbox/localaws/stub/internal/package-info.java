/** The stub's server, its faults, its logs and its delivery to queues. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal;

import org.jspecify.annotations.NullMarked;
