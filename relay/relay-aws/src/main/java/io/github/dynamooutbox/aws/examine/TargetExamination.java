package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFindings;

/** Records what a target's own examination finds, with the target as its subject. */
record TargetExamination(Examination examination, String subject) implements TargetFindings {
  static void of(TargetConfig target, Examination examination) {
    target.examine(examination.about("target \"" + target.name() + '"'));
  }

  @Override
  public void fine(String fact) {
    examination.fine(subject, fact);
  }

  @Override
  public void advise(String fact, String remedy) {
    examination.advise(subject, fact, remedy);
  }

  @Override
  public void unchecked(String fact, String remedy) {
    examination.unchecked(subject, fact, remedy);
  }

  @Override
  public void wrong(String fact, String remedy) {
    examination.wrong(subject, fact, remedy);
  }

  @Override
  public void look(String right, Runnable look) {
    examination.look(subject, right, look);
  }
}
