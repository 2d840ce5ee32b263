package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.examine.Finding.Verdict;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Style;
import java.util.Locale;

/** What an examination has found about one thing, and what to do about it. */
record DoctorFinding(Finding finding) implements Report {
  @Override
  public void print(Page page) {
    page.marked(mark(finding.verdict(), page.style()), finding.subject() + ' ' + finding.fact());
    finding.remedy().ifPresent(remedy -> page.line("           " + remedy));
  }

  private static String mark(Verdict verdict, Style style) {
    String mark = String.format(Locale.ROOT, "%-9s", verdict.name().toLowerCase(Locale.ROOT));
    return switch (verdict) {
      case FINE -> style.good(mark);
      case ADVICE, UNCHECKED -> style.warning(mark);
      case WRONG -> style.bad(mark);
    };
  }

  @Override
  public ObjectNode json() {
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("verdict", finding.verdict().name())
            .put("subject", finding.subject())
            .put("fact", finding.fact());
    finding.remedy().ifPresent(remedy -> document.put("remedy", remedy));
    return document;
  }
}
