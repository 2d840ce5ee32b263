package io.github.dynamooutbox.spring;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The outbox's settings, and how commits ended since the start. What is parked is not here: that is
 * the operators' tool's, so that services need no rights on the control table.
 */
@Endpoint(id = "outbox")
final class OutboxEndpoint {
  private final OutboxProperties properties;
  private final CommitCounts counts;

  OutboxEndpoint(OutboxProperties properties, CommitCounts counts) {
    this.properties = properties;
    this.counts = counts;
  }

  @ReadOperation
  Descriptor outbox() {
    return new Descriptor(properties, counts.byEnding());
  }

  /**
   * What is answered.
   *
   * @param settings as they were bound
   * @param commits their number by ending
   */
  record Descriptor(OutboxProperties settings, Map<String, Long> commits) {}
}
