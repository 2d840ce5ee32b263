/** The function's jar as a process, against local endpoints. */
package io.github.dynamooutbox.lambda.it;
