package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.act.Proof;
import io.github.dynamooutbox.cli.internal.act.TakeOut;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.relay.redrive.WaysOut;

/** What has left its queue, and what has not. */
public record TakeOutReport(TakeOut.Result result) implements Report {
  @Override
  public void print(Page page) {
    WaysOut.Outcome outcome = result.outcome();
    page.line(Counts.of(outcome.events(), "event") + " taken out of the queue");
    if (result.gone() > 0) {
      page.line(
          "%s of those shown had left the queue before: 'show' says whether they were published or taken out."
              .formatted(Counts.of(result.gone(), "event")));
    }
    outcome
        .obstacle()
        .ifPresent(
            why ->
                page.line(
                    "The others are still in it: %s: %s. Correct that and run the command again."
                        .formatted(why.code(), why.message())));
    outcome
        .busy()
        .ifPresent(
            lease ->
                page.line(
                    "This part of the lanes is busy: %s is working on it, until %s at the latest."
                        .formatted(lease.owner(), lease.until())));
    if (result.exit() == CommandExit.DONE) {
      page.line("Next: " + Proof.command(result.since()));
    }
  }

  @Override
  public ObjectNode json() {
    WaysOut.Outcome outcome = result.outcome();
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("left", outcome.events())
            .put("gone", result.gone());
    outcome
        .obstacle()
        .ifPresent(
            why ->
                document
                    .putObject("obstacle")
                    .put("code", why.code())
                    .put("message", why.message()));
    outcome
        .busy()
        .ifPresent(
            lease ->
                document
                    .putObject("busy")
                    .put("owner", lease.owner())
                    .put("until", lease.until().toString()));
    if (result.exit() == CommandExit.DONE) {
      document.put("next", Proof.command(result.since()));
    }
    return document;
  }
}
