package io.github.dynamooutbox.kcl.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelayMetersTest {
  @Test
  void theLongestAgesThatTheRelayReportsAreCounted() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    RelayMeters meters = new RelayMeters(registry, List.of("bus"));
    Duration longest = Duration.ofNanos(Long.MAX_VALUE);

    meters.observe(new RelayEvent.Published("bus", EveryCall.envelope(), longest));
    meters.observe(new RelayEvent.Published("bus", EveryCall.envelope(), longest.negated()));
    meters.observe(new RelayEvent.Heartbeat(EveryCall.envelope(), longest));

    assertThat(registry.get("outbox.write.to.publish").timer().count()).isEqualTo(2);
    assertThat(registry.get("outbox.heartbeat.age").timer().count()).isEqualTo(1);
  }
}
