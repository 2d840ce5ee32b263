/**
 * Adds the outbox to a transaction of the SDK's DynamoDB Enhanced Client. Only this package needs
 * that client on the class path.
 */
@NullMarked
package io.github.dynamooutbox.writer.enhanced;

import org.jspecify.annotations.NullMarked;
