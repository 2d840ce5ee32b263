/** SNS: topics, subscriptions, the Query protocol, and the actions. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.sns;

import org.jspecify.annotations.NullMarked;
