package io.github.dynamooutbox.benchmarks;

import com.amazonaws.services.lambda.runtime.Context;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.lambda.StreamRelay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;

/** The relay as its function runs it. */
final class RelaySide implements AutoCloseable {
  private static final int REMAINING_MILLIS = 300_000;

  private static final Context CONTEXT =
      (Context)
          Proxy.newProxyInstance(
              RelaySide.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (proxy, method, arguments) ->
                  method.getReturnType() == int.class ? REMAINING_MILLIS : "relay");

  private final StreamRelay relay;

  /** A relay with this configuration. */
  RelaySide(String configuration) {
    relay = StreamRelay.of(RelayConfig.parse(configuration));
  }

  void send(ShardBatch batch) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      relay.handle(new ByteArrayInputStream(batch.json()), answer, CONTEXT);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the batch", e);
    }
    String response = answer.toString(StandardCharsets.UTF_8);
    if (!response.equals(ShardBatch.ALL_FINISHED)) {
      throw new IllegalStateException("the relay did not finish its batch: " + response);
    }
  }

  @Override
  public void close() {
    relay.close();
  }
}
