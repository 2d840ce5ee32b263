package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import java.util.List;

/** A rule of a bus. */
record Rule(String name, String pattern, List<RuleTarget> targets) {
  Rule {
    targets = List.copyOf(targets);
  }
}
