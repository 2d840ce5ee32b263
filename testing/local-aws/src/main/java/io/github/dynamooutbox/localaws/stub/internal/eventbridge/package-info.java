/** EventBridge: buses, rules, and the actions on them. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import org.jspecify.annotations.NullMarked;
