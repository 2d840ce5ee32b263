/** SNS: topics, subscriptions, the Query protocol, and one class per action. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.sns;

import org.jspecify.annotations.NullMarked;
