package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.mapping.MappingProgress;
import java.time.Duration;

/**
 * The relay as it is deployed: the packaged function in its own process, invoked by an event source
 * mapping with the settings on which the relay's guarantees rest.
 */
public final class LambdaDeployment implements DeployedRelay {
  static final int BATCH_SIZE = 500;

  /** Lambda reads a shard 4 times a second; at about that rate, batches fill as they do there. */
  private static final Duration BETWEEN_READS = Duration.ofMillis(250);

  /** Only new outbox records invoke the function, not business items or expiry. */
  private static final String NEW_OUTBOX_RECORDS =
      """
      {"eventName": ["INSERT"], "dynamodb": {"Keys": {"PK": {"S": [{"prefix": "OUTBOX#"}]}}}}
      """;

  private final String document;
  private final LambdaProcess process;
  private final Crash crash;
  private final EventSourceMapping mapping;

  private LambdaDeployment(
      String document, LambdaProcess process, Crash crash, EventSourceMapping mapping) {
    this.document = document;
    this.process = process;
    this.crash = crash;
    this.mapping = mapping;
  }

  /**
   * Starts the function and then the mapping.
   *
   * @throws IllegalStateException if the function does not start; the message contains its output
   */
  public static LambdaDeployment start(Functions functions) throws InterruptedException {
    LambdaProcess process = functions.function("shop-relay", "StreamRelayHandler");
    try {
      process.warmUp();
      Crash crash = new Crash(process, functions.aws().stub());
      return new LambdaDeployment(
          functions.document(), process, crash, map(functions.aws(), functions.resources(), crash));
    } catch (FunctionError e) {
      process.close();
      throw new IllegalStateException("The relay did not start", e);
    } catch (InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static EventSourceMapping map(Endpoints aws, Resources resources, Crash function) {
    return EventSourceMapping.builder(aws.streams(), resources.streamArn(), function)
        .filter(NEW_OUTBOX_RECORDS)
        .batchSize(BATCH_SIZE)
        .batchingWindow(BETWEEN_READS)
        .reportItemFailures()
        .start();
  }

  @Override
  public String document() {
    return document;
  }

  @Override
  public void crashOnce() {
    crash.once();
  }

  @Override
  public int crashes() {
    return crash.happened();
  }

  @Override
  public String effort() {
    MappingProgress progress = mapping.progress();
    return "Relay: %d invocations, %d of them retries, %d cold starts."
        .formatted(progress.invocations(), progress.retries(), process.starts());
  }

  @Override
  public boolean awaitDrained(Duration patience) throws InterruptedException {
    return mapping.awaitDrained(patience);
  }

  @Override
  public void close() {
    mapping.close();
    process.close();
  }
}
