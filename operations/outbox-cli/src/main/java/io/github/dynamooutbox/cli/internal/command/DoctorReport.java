package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.examine.Finding.Verdict;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Style;
import java.util.List;
import java.util.Locale;

/** The findings, in the order of examination, and a line of counts. */
record DoctorReport(List<Finding> findings) implements Report {
  DoctorReport {
    findings = List.copyOf(findings);
  }

  @Override
  public void print(Page page) {
    for (Finding finding : findings) {
      page.marked(mark(finding.verdict(), page.style()), finding.subject() + ' ' + finding.fact());
      finding.remedy().ifPresent(remedy -> page.line("           " + remedy));
    }
    page.blank();
    page.line(
        "%d wrong, %d not checked, %d could be better, %d fine"
            .formatted(
                count(Verdict.WRONG),
                count(Verdict.UNCHECKED),
                count(Verdict.ADVICE),
                count(Verdict.FINE)));
  }

  private static String mark(Verdict verdict, Style style) {
    String mark = String.format(Locale.ROOT, "%-9s", verdict.name().toLowerCase(Locale.ROOT));
    return switch (verdict) {
      case FINE -> style.good(mark);
      case ADVICE, UNCHECKED -> style.warning(mark);
      case WRONG -> style.bad(mark);
    };
  }

  private long count(Verdict verdict) {
    return findings.stream().filter(finding -> finding.verdict() == verdict).count();
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("findings");
    for (Finding finding : findings) {
      ObjectNode each = all.addObject();
      each.put("verdict", finding.verdict().name());
      each.put("subject", finding.subject());
      each.put("fact", finding.fact());
      finding.remedy().ifPresent(remedy -> each.put("remedy", remedy));
    }
    document.put("wrong", count(Verdict.WRONG));
    return document;
  }
}
