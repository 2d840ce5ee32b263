package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.writer.OutboxBuilder;

/**
 * A bean that sets on the outbox what no property does. All are called, in the order of their
 * {@code @Order}, after the properties are set; once for {@code Outbox} and once for {@code
 * AsyncOutbox}.
 */
@FunctionalInterface
public interface OutboxCustomizer {
  void customize(OutboxBuilder<?> outbox);
}
