package io.github.dynamooutbox.localaws.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/** A broker that is its own controller, on two ports of 127.0.0.1. */
public final class LoopbackKafka {
  private LoopbackKafka() {}

  /**
   * Starts the broker and prints its endpoint, as {@code endpoint kafka://127.0.0.1:port}. A
   * directory that already holds a broker's data is reused.
   *
   * @param arguments directory for the data, port of the broker, port of the controller; then
   *     settings as {@code name=value}
   * @throws IOException if the directory cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    String broker = "127.0.0.1:" + arguments[1];
    Map<String, String> settings = settings(directory, broker, "127.0.0.1:" + arguments[2]);
    for (int i = 3; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    Properties properties = new Properties();
    properties.putAll(settings);
    format(directory, properties);
    new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM).startup();
    System.out.println("endpoint kafka://" + broker);
  }

  private static Map<String, String> settings(Path directory, String broker, String controller) {
    return new TreeMap<>(
        Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", "1"),
            Map.entry("controller.quorum.voters", "1@" + controller),
            Map.entry("listeners", "PLAINTEXT://%s,CONTROLLER://%s".formatted(broker, controller)),
            Map.entry("advertised.listeners", "PLAINTEXT://" + broker),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry("log.dirs", directory.resolve("log").toString()),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("log.cleaner.enable", "false"),
            // A broker that was killed comes back only when its session has ended.
            Map.entry("broker.session.timeout.ms", "1500"),
            Map.entry("broker.heartbeat.interval.ms", "300"),
            Map.entry("group.initial.rebalance.delay.ms", "0")));
  }

  private static void format(Path directory, Properties properties) throws IOException {
    if (Files.exists(directory.resolve("log"))) {
      return;
    }
    Path file = directory.resolve("server.properties");
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    String[] command = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
    int code = StorageTool.execute(command, silent);
    if (code != 0) {
      throw new IOException("The broker's storage cannot be formatted: code " + code);
    }
  }
}
