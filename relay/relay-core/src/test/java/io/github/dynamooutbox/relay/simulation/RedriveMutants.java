package io.github.dynamooutbox.relay.simulation;

import java.util.List;

/** Deliberate bugs in the redrive. */
final class RedriveMutants {
  private static final String PART_RUN = "internal/redrive/PartRun";
  private static final String PAGE = "internal/redrive/PagePublish";
  private static final String PLAN = "internal/redrive/PagePlan";
  private static final String DRAIN = "internal/redrive/QueueDrain";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
                  "redrive works on a part that another one has leased",
                  PART_RUN,
                  "    if (lease.owner().equals(task.name())) {",
                  "    if (!lease.owner().isEmpty()) {")
              .from(357),
          new Mutant(
                  "redrive releases a queue without looking once more",
                  DRAIN,
                  "          if (page.isEmpty()) {\n            release(closing);",
                  "          if (page.size() >= 0) {\n            release(closing);")
              .from(182),
          new Mutant(
              "redrive takes out what it did not publish",
              PLAN,
              "      if (finished.contains(each.asFinished()) && refused == null) {",
              "      if (refused == null) {"),
          new Mutant(
                  "redrive for all targets overtakes a closed lane",
                  PAGE,
                  "    if (isFirst) {",
                  "    if (isFirst || !met.isEmpty()) {")
              .from(168),
          new Mutant(
              "redrive forgets which targets it has served",
              PLAN,
              "                isForAll ? marks : event.published()));",
              "                event.published()));"));

  private RedriveMutants() {}
}
