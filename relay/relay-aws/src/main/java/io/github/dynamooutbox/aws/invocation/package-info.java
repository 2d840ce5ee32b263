/** What Lambda passes to a function that a DynamoDB stream invokes. */
@NullMarked
package io.github.dynamooutbox.aws.invocation;

import org.jspecify.annotations.NullMarked;
