package io.github.dynamooutbox.cli.internal.verdict;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.operations.operate.OutboxStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is wrong, why, and what to do next.
 *
 * @param concerns the worst first
 * @param calm what to say if there are none
 */
public record Verdict(
    List<Concern> concerns, List<ParkedGroup> groups, List<GroupCauses> causes, String calm)
    implements Report {
  public Verdict {
    concerns = List.copyOf(concerns);
    groups = List.copyOf(groups);
    causes = List.copyOf(causes);
  }

  /**
   * Judges a status, and reads why events are parked.
   *
   * @param unrenewed ids of shards whose lease has an owner that does not renew it
   * @param receipts whether receipts are written
   * @param publishes whether receipts of the last minutes show that something was published
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if the control table cannot
   *     be read
   */
  public static Verdict of(
      OutboxStatus status,
      Set<String> unrenewed,
      boolean receipts,
      boolean publishes,
      Causes causes) {
    List<ParkedGroup> groups = ParkedGroup.of(status.parked());
    return new Verdict(
        new Concerns(status, groups, unrenewed, receipts, publishes).all(),
        groups,
        causes.of(groups),
        Concerns.calm(status));
  }

  /** Whether a person has to act. */
  public boolean needsSomebody() {
    return bad() > 0;
  }

  private long bad() {
    return concerns.stream().filter(each -> each.level() == Concern.Level.BAD).count();
  }

  private String headline() {
    if (concerns.isEmpty()) {
      return "Everything flows";
    }
    return needsSomebody()
        ? Counts.of(bad(), "problem") + " to look at"
        : "Something to keep an eye on";
  }

  @Override
  public void print(Page page) {
    if (concerns.isEmpty()) {
      page.line("%s. %s".formatted(headline(), calm));
      return;
    }
    page.heading(headline());
    for (Concern each : concerns) {
      if (each.level() == Concern.Level.BAD) {
        page.bad(each.what());
      } else {
        page.warning(each.what());
      }
      each.redrive().ifPresent(group -> causes(page, group));
      page.line("  " + each.advice());
      page.line("  Next: " + each.next());
    }
  }

  private void causes(Page page, ParkedGroup group) {
    Optional<GroupCauses> all = causes.stream().filter(each -> each.isOf(group)).findFirst();
    all.ifPresent(
        found -> {
          found.causes().forEach(cause -> page.line("  " + cause.text()));
          if (found.looked() < group.events()) {
            page.line(
                "  Of the first %,d of %s."
                    .formatted(found.looked(), Counts.of(group.events(), "event")));
          }
        });
  }

  /** Begins with the words of the text. */
  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("headline", headline()).put("needsSomebody", needsSomebody());
    ArrayNode findings = document.putArray("findings");
    concerns.forEach(each -> each.write(findings.addObject()));
    document.put("calm", calm);
    ArrayNode all = document.putArray("causes");
    causes.forEach(each -> each.write(all.addObject()));
    return document;
  }
}
