package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.localaws.LocalKafka;
import java.util.Map;

/** One broker for all tests of this JVM: starting one takes longer than most tests. */
final class SharedBroker {
  static final LocalKafka BROKER = LocalKafka.start(Map.of());
  static final Topics TOPICS = new Topics(BROKER);

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(BROKER::close, "closes the broker"));
  }

  private SharedBroker() {}
}
