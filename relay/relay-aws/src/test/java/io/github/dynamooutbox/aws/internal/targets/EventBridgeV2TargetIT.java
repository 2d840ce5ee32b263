package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventBridgeV2TargetIT extends BusContract {
  EventBridgeV2TargetIT() {
    super(false);
  }

  @Test
  void sendsTheEnvelopeOfClassic() {
    publish(target(), List.of(Samples.full()));
    AcceptedBusEvent event = accepted().get(0);
    assertThat(event.contentType()).isEqualTo("application/eventbridge+json");
    AcceptedBusEvent.Classic classic = event.classic().orElseThrow();
    assertThat(classic.source()).isEqualTo("/shop/orders");
    assertThat(classic.detailType()).isEqualTo("OrderPlaced");
    assertThat(classic.resources()).containsExactly("Order#42");
    assertThat(classic.time()).isEqualTo(Samples.full().event().time());
  }

  @Test
  void refusesTextsThatWouldFailTheWholeRequest() {
    assertRefused(Samples.plain().type("x".repeat(129)), "TOO_LONG");
    assertThat(ready(target(), Samples.plain().type("\ud83d\ude00".repeat(128))).bytes())
        .isGreaterThan(512);
  }

  @Test
  void refusesAPayloadAloneThatIsNoJsonObject() {
    Samples text = Samples.plain().data("text/plain", "hello");
    assertThat(target(true, PATIENT, EnvelopeForm.DATA).prepare(text.envelope()))
        .isInstanceOf(Prepared.Refused.class);
  }

  private void assertRefused(Samples sample, String code) {
    assertThat(target().prepare(sample.envelope()))
        .isInstanceOfSatisfying(
            Prepared.Refused.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
