package io.github.dynamooutbox.writer;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** A finished configuration. */
record OutboxSettings(
    RecordDefaults records,
    PayloadSerializer serializer,
    InstantSource clock,
    EventIdGenerator eventIds,
    Attempts attempts) {

  /** How commits are retried, and how they wait. */
  record Attempts(CommitRetry retry, RandomGenerator random, Sleeper sleeper, Delay delay) {
    CommitRun begin(CommitPlan plan) {
      return new CommitRun(plan, retry, random);
    }
  }
}
