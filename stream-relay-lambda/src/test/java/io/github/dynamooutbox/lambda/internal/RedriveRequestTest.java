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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedriveRequestTest {
  private static final String ALL =
      "{\"target\":\"bus\",\"aggregate\":\"Order#1\",\"by\":\"ann\",\"reason\":\"too large\"}";

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
                new WaysOut.Selection("bus", "Order#1", new WaysOut.Which.One("e")),
                Optional.of("feed"),
                new WaysOut.Decision("ann", "too large")));
  }

  @Test
  void withoutAnEventWhatHasFailedOfAnAggregateIsDiscarded() throws IOException {
    assertThat(request("{\"discard\":" + ALL + "}").leaving())
        .contains(
            new RedriveRequest.Leaving(
                new WaysOut.Selection("bus", "Order#1", new WaysOut.Which.Failed()),
                Optional.empty(),
                new WaysOut.Decision("ann", "too large")));
  }

  @Test
  void whatIsQueuedBehindAFailedEventIsDiscardedOnlyIfItIsMeant() throws IOException {
    String all =
        "{\"target\":\"bus\",\"aggregate\":\"Order#1\",\"behind\":true,"
            + "\"by\":\"ann\",\"reason\":\"test data\"}";

    assertThat(request("{\"discard\":" + all + "}").leaving().orElseThrow().selection().which())
        .isEqualTo(new WaysOut.Which.All());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'discard':{'aggregate':'a','by':'ann','reason':'x'}} | discard.target: is missing",
        "{'discard':{'target':'bus','by':'ann','reason':'x'}} | discard.aggregate: is missing",
        "{'discard':{'target':'bus','aggregate':'a','reason':'x'}} | discard.by: is missing",
        "{'discard':{'target':'bus','aggregate':'a','by':'ann'}} | discard.reason: is missing",
        "{'send':ALL} | send.to: is missing",
        "{'discard':{'target':'bus','aggregate':'a','by':'ann','reason':'x','to':'y'}}"
            + " | discard.to: unknown key; known: target, aggregate, event, behind, by, reason",
        "{'send':{'target':'bus','aggregate':'a','by':'ann','reason':'x','to':'y','at':'z'}}"
            + " | send.at: unknown key; known: target, aggregate, event, behind, by, reason, to",
        "{'discard':{'target':1}} | discard.target: must be a string that is not empty",
        "{'discard':{'event':''}} | discard.event: must be a string that is not empty",
        "{'discard':true} | discard: must be an object",
        "{'discard':{'behind':'true'}} | discard.behind: must be true or false",
        "{'discard':{'event':'e','behind':true}} | discard: event and behind exclude each other",
        "{'discard':ALL,'discard':ALL} | discard, send: only one of them may be given",
        "{'reasons':[],'discard':ALL}"
            + " | discard, send: must be the only key; found reasons, target or aggregate beside it",
        "{'discard':ALL,'target':'bus'}"
            + " | discard, send: must be the only key; found reasons, target or aggregate beside it",
        "{'aggregate':'a','discard':ALL}"
            + " | discard, send: must be the only key; found reasons, target or aggregate beside it",
        "{'reasons':['REJECTED','BEHIND']}"
            + " | reasons[1]: not a reason that can be redriven; known:"
            + " [REJECTED, BLOCKED, UNROUTABLE, MALFORMED]",
        "{'target':''} | target: must be a string that is not empty",
        "{'aggregate':{}} | aggregate: must be a string that is not empty",
        "{'reason':['REJECTED']}"
            + " | reason: unknown key; known: reasons, target, aggregate, or discard, or send",
        "{'lane':{'a':1}}"
            + " | lane: unknown key; known: reasons, target, aggregate, or discard, or send"
      })
  void whatIsIncompleteWrongOrTooMuchIsRefusedAndNamed(String input, String problem) {
    assertThatThrownBy(() -> request(input.replace('\'', '"').replace("ALL", ALL)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(problem);
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
