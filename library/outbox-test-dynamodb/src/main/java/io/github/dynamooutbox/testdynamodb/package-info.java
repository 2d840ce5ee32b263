/** DynamoDB Local for tests, as a separate process on the loopback interface. */
@NullMarked
package io.github.dynamooutbox.testdynamodb;

import org.jspecify.annotations.NullMarked;
