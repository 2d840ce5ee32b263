package io.github.dynamooutbox.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** A cold start pays for each class, so those of targets that are not configured stay unloaded. */
class UnusedTargetsTest {
  private static final String CONFIGURATION =
      """
      {"table": {"name": "orders"},
       "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
       "routes": [{"to": ["bus"]}]}
      """;

  @Test
  void loadsNoClassOfATargetThatIsNotConfigured() throws Exception {
    try (Recording classes = new Recording()) {
      Class<?> config = classes.loadClass(RelayConfig.class.getName());
      Object parsed = config.getMethod("parse", String.class).invoke(null, CONFIGURATION);
      Object relay =
          classes
              .loadClass(StreamRelay.class.getName())
              .getMethod("of", config)
              .invoke(null, parsed);
      ((AutoCloseable) relay).close();

      assertThat(classes.loaded)
          .contains("io.github.dynamooutbox.aws.internal.targets.EventBridgeTarget")
          .contains("software.amazon.awssdk.services.eventbridge.EventBridgeClient")
          .noneMatch(
              name ->
                  name.matches("software\\.amazon\\.awssdk\\.services\\.(sns|sqs|kinesis|s3)\\..*"))
          .noneMatch(
              name ->
                  name.matches(
                      "io\\.github\\.dynamooutbox\\.aws\\.internal\\.targets\\."
                          + "(Sns|Sqs|Kinesis|EventBridgeV2)(Target|Config).*"));
    }
  }

  /** Loads everything but the JDK itself, and keeps the names. */
  private static final class Recording extends URLClassLoader {
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    Recording() throws IOException {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] classPath() throws MalformedURLException {
      String path =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      URL[] urls = new URL[path.split(File.pathSeparator).length];
      int next = 0;
      for (String entry : Arrays.asList(path.split(File.pathSeparator))) {
        urls[next++] = Path.of(entry).toUri().toURL();
      }
      return urls;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> found = super.findClass(name);
      loaded.add(name);
      return found;
    }
  }
}
