package io.github.dynamooutbox.aws.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import org.junit.jupiter.api.Test;

class TraceHeaderTest {
  @Test
  void translatesAW3cContext() {
    assertThat(TraceHeader.of(Samples.TRACEPARENT))
        .contains("Root=1-4bf92f35-77b34da6a3ce929d0e0e4736;Parent=00f067aa0ba902b7;Sampled=1");
    assertThat(TraceHeader.of("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00").get())
        .endsWith("Sampled=0");
  }

  @Test
  void ignoresWhatIsNone() {
    assertThat(TraceHeader.of("garbage")).isEmpty();
    assertThat(TraceHeader.of(Samples.plain().envelope())).isEmpty();
  }
}
