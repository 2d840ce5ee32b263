/** DynamoDB Local for tests, as a separate process on the loopback interface. */
@NullMarked
package io.github.dynamooutbox.localaws.dynamodb;

import org.jspecify.annotations.NullMarked;
