package io.github.dynamooutbox.infra;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;

/** cdk-nag's AwsSolutions rules; what is suppressed says why in the resource's metadata. */
@NeedsNode
class CdkNagTest {
  @Test
  void findsNothing() {
    for (String example : Synthesised.EXAMPLES) {
      App app = new App();
      OutboxStack stack = Synthesised.stack(app, example);
      Aspects.of(app).add(new AwsSolutionsChecks());
      Annotations annotations = Annotations.fromStack(stack);
      // They list what they find.
      annotations.hasNoError("*", Match.anyValue());
      annotations.hasNoWarning("*", Match.anyValue());
    }
  }
}
