package io.github.dynamooutbox.operations.operate;

import java.net.URI;
import java.util.Optional;

/**
 * Which table an operator works on, as DynamoDB itself says, whatever options, profile and
 * environment say.
 *
 * @param account the number of the AWS account
 * @param endpoint where requests go if not to the region's own endpoint
 */
public record SourceTable(String name, String account, String region, Optional<URI> endpoint) {
  /** The three in words. */
  public String described() {
    return "table %s, account %s, %s"
        .formatted(name, account, endpoint.map(URI::toString).orElse("region " + region));
  }
}
