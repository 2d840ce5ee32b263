package io.github.dynamooutbox.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** With another endpoint in place of the container. */
class EndpointSessionTest {
  private final Properties before = new Properties();

  @BeforeEach
  void startWithoutAnEndpoint() {
    before.putAll(System.getProperties());
    System.clearProperty(EndpointSession.ENDPOINT);
    System.clearProperty(EndpointSession.UNAVAILABLE);
  }

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  @Test
  void testsFindTheEndpointWhileItRuns() {
    AtomicBoolean isClosed = new AtomicBoolean();
    EndpointSession session = new EndpointSession(() -> endpoint(isClosed));

    session.open();

    assertThat(System.getProperty(EndpointSession.ENDPOINT)).isEqualTo("http://127.0.0.1:4566");
    assertThat(System.getProperty(EndpointSession.REGION)).isEqualTo("eu-central-1");
    session.close();
    assertThat(isClosed).isTrue();
  }

  @Test
  void anEndpointThatIsNamedAlreadyIsUsed() {
    System.setProperty(EndpointSession.ENDPOINT, "http://127.0.0.1:1");
    new EndpointSession(
            () -> {
              throw new AssertionError("started another");
            })
        .open();

    assertThat(System.getProperty(EndpointSession.ENDPOINT)).isEqualTo("http://127.0.0.1:1");
  }

  @Test
  void withoutDockerEachTestIsSkippedAndSaysWhy() {
    new EndpointSession(
            () -> {
              throw new Unavailable("no Docker here");
            })
        .open();
    Reasons reasons = new Reasons();
    LauncherFactory.create(
            LauncherConfig.builder().enableLauncherSessionListenerAutoRegistration(false).build())
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Sample.class))
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build(),
            reasons);

    assertThat(reasons.reason).isEqualTo("-Plocalstack: no Docker here");
    assertThat(Sample.RAN).isFalse();
  }

  private static Endpoint endpoint(AtomicBoolean isClosed) {
    return new Endpoint() {
      @Override
      public URI url() {
        return URI.create("http://127.0.0.1:4566");
      }

      @Override
      public String region() {
        return "eu-central-1";
      }

      @Override
      public void close() {
        isClosed.set(true);
      }
    };
  }

  private static final class Reasons implements TestExecutionListener {
    private String reason = "";

    @Override
    public void executionSkipped(TestIdentifier test, String why) {
      reason = why;
    }
  }

  /** Run by the test above only: its name is not that of a test. */
  static final class Sample {
    static final AtomicBoolean RAN = new AtomicBoolean();

    @Test
    void runs() {
      RAN.set(true);
    }
  }
}
