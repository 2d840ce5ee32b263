package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.LocalKafka;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A topic on a Kafka broker of its own, which runs in a separate process. Thread-safe. */
public final class DemoTopic implements AutoCloseable {
  public static final String NAME = "shop-events";

  private static final int PARTITIONS = 4;

  private final LocalKafka broker;

  private DemoTopic(LocalKafka broker) {
    this.broker = broker;
  }

  /** Starts the broker and creates the topic, whose records get the broker's time. */
  static DemoTopic start() {
    LocalKafka broker = LocalKafka.start(Map.of());
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServer()))) {
      NewTopic topic =
          new NewTopic(NAME, Optional.of(PARTITIONS), Optional.empty())
              .configs(Map.of("message.timestamp.type", "LogAppendTime"));
      admin.createTopics(List.of(topic)).all().get();
      return new DemoTopic(broker);
    } catch (ExecutionException e) {
      broker.close();
      throw new IllegalStateException("The topic was not created", e.getCause());
    } catch (InterruptedException e) {
      broker.close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Host and port, in the form that clients need. */
  public String bootstrapServer() {
    return broker.bootstrapServer();
  }

  @Override
  public void close() {
    broker.close();
  }
}
