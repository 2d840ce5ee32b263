package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.Synthesised.artifacts;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;

/** cdk-nag's AwsSolutions rules; what is suppressed says why in the resource's metadata. */
@NeedsNode
class CdkNagTest {
  @ParameterizedTest
  @FieldSource("io.github.dynamooutbox.infra.Synthesised#EXAMPLES")
  void findsNothingInAnExample(String example) {
    Synthesised.checked(example).forEach(CdkNagTest::check);
  }

  @Test
  void findsNothingInAVpcThatIsMade() {
    check(KclRelayTest.OWN_VPC);
  }

  @Test
  void findsNothingInAVpcThatExistsWithoutItsRouteTables() {
    check(Choices.document("function").toString());
  }

  @Test
  void findsNothingWhereTheRelayReadsLargePayloads() {
    check(Choices.document("inline").toString());
  }

  private static void check(String document) {
    App app = new App();
    OutboxStack stack = new OutboxStack(app, OutboxConfig.parse(document), artifacts());
    Aspects.of(app).add(new AwsSolutionsChecks());
    check(stack);
  }

  private static void check(OutboxStack stack) {
    Annotations annotations = Annotations.fromStack(stack);
    // They list what they find.
    annotations.hasNoError("*", Match.anyValue());
    annotations.hasNoWarning("*", Match.anyValue());
  }
}
