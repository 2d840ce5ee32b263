package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptances;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.localaws.stub.AcceptanceLog;
import io.github.dynamooutbox.localaws.stub.Accepted;
import java.util.List;

/** What the stub has accepted for a service. */
record StubAcceptances(AcceptanceLog<? extends Accepted> log) implements Acceptances {
  @Override
  public long count() {
    return log.count();
  }

  @Override
  public List<Acceptance> accepted() {
    return log.accepted().stream()
        .map(entry -> new Acceptance(Envelopes.cloudEvent(entry.body()).id(), entry.acceptedAt()))
        .toList();
  }
}
