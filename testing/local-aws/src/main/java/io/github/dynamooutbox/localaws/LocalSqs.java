package io.github.dynamooutbox.localaws;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.github.dynamooutbox.localaws.internal.QueueLimits;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorSystem;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder$;
import scala.concurrent.Await;

/**
 * SQS by ElasticMQ, inside this JVM, on a free port of the loopback interface. Its threads are
 * daemons.
 *
 * <p>It enforces SQS's limits, but accepts characters in a message's body that SQS refuses: control
 * characters that no JSON document contains.
 *
 * <p>It logs to SLF4J under {@code org.elasticmq} and {@code org.apache.pekko}, warnings and worse
 * only; this module brings no SLF4J provider, so the application's decides, and without one nothing
 * is printed but SLF4J's own notice.
 *
 * <p>Thread-safe.
 */
public final class LocalSqs implements AutoCloseable {
  private static final int THREADS = 2;
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final ActorSystem actors;
  private final SQSRestServer server;
  private final URI endpoint;

  private LocalSqs(ActorSystem actors, SQSRestServer server) {
    this.actors = actors;
    this.server = server;
    this.endpoint =
        URI.create("http://127.0.0.1:" + server.waitUntilStarted().localAddress().getPort());
  }

  /** Starts a server without queues and returns once it answers. */
  public static LocalSqs start() {
    ClassLoader loader = LocalSqs.class.getClassLoader();
    ActorSystem actors = ActorSystem.create("local-sqs", configuration(loader), loader);
    SQSRestServer server =
        SQSRestServerBuilder$.MODULE$
            .withActorSystem(actors)
            .withInterface("127.0.0.1")
            .withDynamicPort()
            .withAWSRegion(LocalClients.REGION.id())
            .withAWSAccountId(LocalClients.ACCOUNT)
            .withSQSLimits(new QueueLimits())
            .start();
    return new LocalSqs(actors, server);
  }

  /** Where SQS answers. Queue URLs start with it. */
  public URI endpoint() {
    return endpoint;
  }

  /** Stops the server; its messages are gone. */
  @Override
  public void close() {
    server.stopAndWait();
    try {
      Await.ready(
          actors.terminate(), scala.concurrent.duration.Duration.fromNanos(STOP_LIMIT.toNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      throw new IllegalStateException("ElasticMQ did not stop within " + STOP_LIMIT, e);
    }
  }

  @Override
  public String toString() {
    return "LocalSqs[" + endpoint + "]";
  }

  private static Config configuration(ClassLoader loader) {
    return ConfigFactory.parseMap(
            Map.of(
                "pekko.daemonic", "on",
                // More threads than processors only wake each other.
                "pekko.actor.default-dispatcher.fork-join-executor.parallelism-min", THREADS,
                "pekko.actor.default-dispatcher.fork-join-executor.parallelism-max", THREADS,
                "pekko.loglevel", "WARNING",
                "pekko.stdout-loglevel", "OFF",
                "pekko.log-dead-letters", "off"))
        .withFallback(ConfigFactory.load(loader));
  }
}
