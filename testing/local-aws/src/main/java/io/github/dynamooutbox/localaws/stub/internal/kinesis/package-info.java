/** Kinesis: streams, shards, and the actions on them. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import org.jspecify.annotations.NullMarked;
