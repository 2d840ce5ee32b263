package io.github.dynamooutbox.kafka.internal;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;

/** The settings that apply to a topic: its own, or else those of the brokers. */
final class TopicSettings {
  private TopicSettings() {}

  static Config of(Admin admin, String topic) throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return Objects.requireNonNull(
        admin.describeConfigs(List.of(resource)).all().get().get(resource), topic);
  }

  static int maxMessageBytes(Config settings) {
    return Integer.parseInt(settings.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value());
  }

  /**
   * Reads {@code max.message.bytes} over a connection of its own.
   *
   * @throws IOException if no broker answers, or the relay lacks the permission
   */
  static long maxMessageBytes(KafkaSettings settings) throws IOException, InterruptedException {
    try (Admin admin = settings.admin()) {
      return maxMessageBytes(of(admin, settings.config().topic()));
    } catch (InterruptException e) {
      // InterruptException sets the interrupt flag; the client was closed with it set.
      Thread.interrupted();
      throw new InterruptedException("cancelled");
    } catch (ExecutionException | KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(cause.getClass().getSimpleName() + ": " + cause.getMessage(), cause);
    }
  }
}
