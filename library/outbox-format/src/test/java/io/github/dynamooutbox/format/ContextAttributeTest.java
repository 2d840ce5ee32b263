package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names that records, envelopes and patterns in use have for what is in the context. */
class ContextAttributeTest {
  @ParameterizedTest
  @CsvSource({
    "TRACEPARENT, traceparent, traceparent, , false, traceparent",
    "TRACESTATE, tracestate, tracestate, , false, tracestate",
    "CORRELATION_ID, correlationId, correlationid, correlationId, false, correlation id",
    "CAUSATION_ID, causationId, causationid, causationId, false, causation id",
    "TENANT, tenant, tenant, tenant, true, tenant",
    "USER, user, user, user, true, user"
  })
  void keepsItsNames(
      ContextAttribute attribute,
      String item,
      String cloudEvent,
      String routing,
      boolean yields,
      String label) {
    assertThat(attribute.itemName()).isEqualTo(item);
    assertThat(attribute.cloudEventName()).isEqualTo(cloudEvent);
    assertThat(attribute.routingName()).isEqualTo(Optional.ofNullable(routing));
    assertThat(attribute.yieldsToHeaders()).isEqualTo(yields);
    assertThat(attribute.label()).isEqualTo(label);
    assertThat(ContextAttribute.ofCloudEventName(cloudEvent)).hasValue(attribute);
  }

  @Test
  void knowsNoOtherNames() {
    assertThat(ContextAttribute.all()).hasSize(6);
    assertThat(ContextAttribute.ofCloudEventName("correlationId")).isEmpty();
  }

  @Test
  void contextHasWhatItWasGivenAndNothingElse() {
    for (ContextAttribute given : ContextAttribute.all()) {
      CommitContext context = CommitContext.of("/s", Instant.EPOCH, "r").with(given, "value");
      for (ContextAttribute each : ContextAttribute.all()) {
        assertThat(context.get(each)).isEqualTo(Optional.of("value").filter(it -> each == given));
      }
    }
  }
}
