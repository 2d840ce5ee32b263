/** DynamoDB Local for tests, as a process of its own on the loopback interface. */
@NullMarked
package io.github.dynamooutbox.localaws.dynamodb;

import org.jspecify.annotations.NullMarked;
