/** EventBridge's Custom Event Bus: buses, what they accept, and their subscribers. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.bus;

import org.jspecify.annotations.NullMarked;
