package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.examine.Finding.Verdict;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import java.util.List;

/**
 * The findings, in the order of examination, and a line of counts. As text it is the counts alone:
 * each finding was shown when there was one, so that an examination that hangs is no riddle.
 */
record DoctorReport(List<Finding> findings) implements Report {
  DoctorReport {
    findings = List.copyOf(findings);
  }

  @Override
  public void print(Page page) {
    page.blank();
    page.line(
        "%d wrong, %d not checked, %d could be better, %d fine"
            .formatted(
                count(Verdict.WRONG),
                count(Verdict.UNCHECKED),
                count(Verdict.ADVICE),
                count(Verdict.FINE)));
  }

  private long count(Verdict verdict) {
    return findings.stream().filter(finding -> finding.verdict() == verdict).count();
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("findings");
    findings.forEach(finding -> all.add(new DoctorFinding(finding).json()));
    document.put("wrong", count(Verdict.WRONG));
    return document;
  }
}
