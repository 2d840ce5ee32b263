package io.github.dynamooutbox.localaws.function;

/** With the substitute for platforms that AWS's runtime client does not know. */
class SubstituteRuntimeIT extends LambdaProcessContract {
  @Override
  LambdaProcess.Builder configure(LambdaProcess.Builder builder) {
    return builder.substituteRuntime();
  }
}
