/** Kinesis: streams, shards, and one class per action. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import org.jspecify.annotations.NullMarked;
