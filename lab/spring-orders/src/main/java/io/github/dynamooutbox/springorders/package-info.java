/** A Spring Boot service that places orders: item and event in one transaction. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.springorders;
