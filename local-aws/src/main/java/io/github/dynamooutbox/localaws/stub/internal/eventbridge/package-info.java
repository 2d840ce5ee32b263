/** EventBridge: buses, rules, and one class per action. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import org.jspecify.annotations.NullMarked;
