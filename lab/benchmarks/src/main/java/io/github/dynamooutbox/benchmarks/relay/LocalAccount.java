package io.github.dynamooutbox.benchmarks.relay;

import java.net.URI;

/** Made-up credentials and a region for the clients of this JVM. */
final class LocalAccount {
  private LocalAccount() {}

  /** From now on, clients without an endpoint of their own call this one. */
  static void use(URI endpoint) {
    System.setProperty("aws.region", "eu-central-1");
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
    System.setProperty("aws.endpointUrl", endpoint.toString());
  }
}
