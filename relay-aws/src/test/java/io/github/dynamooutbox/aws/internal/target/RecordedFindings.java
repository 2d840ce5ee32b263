package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.target.TargetFindings;
import java.util.List;

/** What a target's examination finds, without a doctor around it. */
final class RecordedFindings implements TargetFindings {
  private final Examination examination = new Examination();

  List<Finding> all() {
    return examination.findings();
  }

  @Override
  public void fine(String fact) {
    examination.fine("target", fact);
  }

  @Override
  public void advise(String fact, String remedy) {
    examination.advise("target", fact, remedy);
  }

  @Override
  public void unchecked(String fact, String remedy) {
    examination.unchecked("target", fact, remedy);
  }

  @Override
  public void wrong(String fact, String remedy) {
    examination.wrong("target", fact, remedy);
  }

  @Override
  public void look(String right, Runnable look) {
    examination.look("target", right, look);
  }
}
