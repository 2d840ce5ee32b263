package io.github.dynamooutbox.localstack;

import java.net.URI;

/** An AWS that runs until it is closed. */
interface Endpoint extends AutoCloseable {
  URI url();

  String region();

  @Override
  void close();
}
