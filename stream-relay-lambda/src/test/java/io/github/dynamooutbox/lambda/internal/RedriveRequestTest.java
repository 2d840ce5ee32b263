package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedriveRequestTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "[]",
        "{\"source\":\"aws.events\",\"detail\":{\"reasons\":[\"REJECTED\"]},\"resources\":[\"a\"]}"
      })
  void aScheduleRedrivesWhatNeedsNoOperator(String input) throws IOException {
    assertThat(read(input).reasons()).containsExactly(ParkReason.BLOCKED);
  }

  @Test
  void anOperatorNamesTheReasons() throws IOException {
    assertThat(read("{\"reasons\":[\"REJECTED\",\"MALFORMED\"]}").reasons())
        .containsExactlyInAnyOrder(ParkReason.REJECTED, ParkReason.MALFORMED);
  }

  @Test
  void anOperatorNamesOneLane() throws IOException {
    assertThat(read("{\"reasons\":[\"REJECTED\"],\"target\":\"bus\",\"aggregate\":\"Order#1\"}"))
        .isEqualTo(
            new RedriveOrder(
                Set.of(ParkReason.REJECTED), Optional.of("bus"), Optional.of("Order#1")));
  }

  @Test
  void noReasonMeansThatNothingIsPublished() throws IOException {
    assertThat(read("{\"reasons\":[]}").reasons()).isEmpty();
  }

  @Test
  void anOperatorDiscardsOrSendsEvents() throws IOException {
    RedriveRequest request =
        request(
            "{\"send\":{\"target\":\"bus\",\"aggregate\":\"Order#1\",\"event\":\"e\",\"to\":\"feed\","
                + "\"by\":\"ann\",\"reason\":\"too large\"}}");

    assertThat(request.order().reasons()).as("nothing is redriven").isEmpty();
    assertThat(request.leaving())
        .contains(
            new RedriveRequest.Leaving(
                new WaysOut.Selection("bus", "Order#1", Optional.of("e")),
                Optional.of("feed"),
                new WaysOut.Decision("ann", "too large")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"discard\":{\"target\":\"bus\",\"by\":\"ann\",\"reason\":\"x\"}}",
        "{\"discard\":{\"target\":\"bus\",\"aggregate\":\"a\",\"reason\":\"x\"}}",
        "{\"discard\":{\"target\":\"bus\",\"aggregate\":\"a\",\"by\":\"ann\",\"reason\":\"x\",\"to\":\"y\"}}",
        "{\"discard\":true}",
        "{\"reasons\":[],\"discard\":{\"target\":\"bus\",\"aggregate\":\"a\",\"by\":\"b\",\"reason\":\"x\"}}"
      })
  void whatIsIncompleteOrTooMuchIsRefused(String input) {
    assertThatThrownBy(() -> request(input))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("discard");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"reason\":[\"REJECTED\"]}", "{\"lane\":{\"a\":1}}"})
  void anUnknownKeyIsRefused(String input) {
    assertThatThrownBy(() -> read(input))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("known: reasons, target, aggregate, or discard");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"reasons\":\"REJECTED\"}",
        "{\"reasons\":[\"rejected\"]}",
        "{\"reasons\":[\"BEHIND\"]}",
        "{\"reasons\":[[]]}",
        "{\"reasons\":null}"
      })
  void whatIsNoReasonIsRefused(String input) {
    assertThatThrownBy(() -> read(input))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reasons")
        .hasMessageContaining("REJECTED");
  }

  private static RedriveOrder read(String input) throws IOException {
    return request(input).order();
  }

  private static RedriveRequest request(String input) throws IOException {
    return RedriveRequest.read(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
  }
}
