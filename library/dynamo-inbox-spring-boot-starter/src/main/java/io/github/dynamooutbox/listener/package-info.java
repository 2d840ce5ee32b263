/** Methods of Spring Boot services that handle the events of a queue, each once, with an inbox. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.listener;
